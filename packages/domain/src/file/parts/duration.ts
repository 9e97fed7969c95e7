const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const

/** Such as `90s`, `5m` or `1h30m`: units from the longest to the shortest, each once. */
export const durationPattern = /^(?=\d)(?:\d{1,9}w)?(?:\d{1,9}d)?(?:\d{1,9}h)?(?:\d{1,9}m)?(?:\d{1,9}s)?$/

/** In seconds; null where the text is no duration. */
export const readDuration = (text: string): number | null => {
  if (!durationPattern.test(text)) return null
  return [...text.matchAll(/(\d{1,9})([wdhms])/g)].reduce(
    (seconds, [, count, unit]) => seconds + Number(count) * unitSeconds[unit as keyof typeof unitSeconds],
    0,
  )
}

/** The shortest text that `readDuration` reads as so many seconds: `1d` rather than `24h`, and `90m` as `1h30m`. */
export const writeDuration = (seconds: number): string => {
  let rest = seconds
  let text = ''
  for (const [unit, size] of Object.entries(unitSeconds).toReversed()) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) text += `${count}${unit}`
  }
  return text === '' ? '0s' : text
}
