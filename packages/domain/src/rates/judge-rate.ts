/** Percent. What lies outside is taken for a misread, whatever the source. */
export const rateBounds = { min: 0, max: 25 } as const
/** Percentage points. */
export const maxMovePerDay = 2

const dayMs = 86_400_000
/** 8.1 - 6.1 is a little more than 2 in binary. */
const rounding = 1e-9

export interface KnownRate {
  rate: number
  readAtMs: number
}

/**
 * Why a rate is put into quarantine; null where it is believed. A move is measured against the last reading that was
 * believed: the longer that is ago, the further the rate may have gone meanwhile.
 */
export const judgeRate = (rate: number, known: KnownRate | null, nowMs: number): string | null => {
  const { min, max } = rateBounds
  // 0 itself is what a broken page says, never a lender.
  if (!(rate > min && rate <= max)) return `${rate} % is not between ${min} and ${max} %.`
  if (known === null) return null
  const days = Math.max(1, Math.floor((nowMs - known.readAtMs) / dayMs))
  const move = Math.abs(rate - known.rate)
  return move > maxMovePerDay * days + rounding
    ? `It moved by ${Number(move.toFixed(3))} points, from ${known.rate} to ${rate} %.`
    : null
}
