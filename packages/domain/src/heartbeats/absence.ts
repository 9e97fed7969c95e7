/** When somebody could take signals, in epoch milliseconds. */
export interface Presence {
  fromMs: number
  untilMs: number
}

/** How long a process is believed to be there after it said so last; one that is killed is believed too long. */
export const presenceLeaseMs = 10_000

/** Those that meet are one, in their order. */
const merged = (presences: readonly Presence[]): Presence[] => {
  const result: Presence[] = []
  for (const one of presences.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = result.at(-1)
    if (last !== undefined && one.fromMs <= last.untilMs) last.untilMs = Math.max(last.untilMs, one.untilMs)
    else result.push({ ...one })
  }
  return result
}

/** The times between them, up to now. What was before the first is not known. */
export const gapsOf = (presences: readonly Presence[], nowMs: number): Presence[] => {
  const known = merged(presences)
  return known.flatMap(({ untilMs }, index) => {
    const nextMs = known[index + 1]?.fromMs ?? nowMs
    return nextMs > untilMs ? [{ fromMs: untilMs, untilMs: nextMs }] : []
  })
}

/**
 * Makes deadlines later by the time in which nobody could take a signal, as far as it is known by `nowMs`: also by what of it
 * follows once the deadline is later. Each absence counts from when the last process was surely there.
 */
export const createExtension = (
  presences: readonly Presence[],
  nowMs: number,
): ((fromMs: number, deadlineMs: number) => number) => {
  const gaps = gapsOf(presences, nowMs)
  return (fromMs, deadlineMs) => {
    let extendedMs = deadlineMs
    for (const gap of gaps) {
      const startMs = Math.max(gap.fromMs - presenceLeaseMs, fromMs)
      if (gap.untilMs > fromMs && startMs < extendedMs) extendedMs += gap.untilMs - startMs
    }
    return extendedMs
  }
}
