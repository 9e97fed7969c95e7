/**
 * "2.4 ms", "143 ms", "2.31 s", "1.5 h": how long a response took, the same in a row, a chart, a tooltip and a mail. Work that its target
 * completes later takes hours. It is one number with its unit, which an axis has room for.
 */
export const milliseconds = (ms: number): string => {
  if (ms < 9.95) return `${Number(ms.toFixed(1))} ms`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_995) return `${(ms / 1_000).toFixed(2)} s`
  const minutes = ms / 60_000
  return minutes < 59.95 ? `${Number(minutes.toFixed(1))} min` : `${Number((minutes / 60).toFixed(1))} h`
}
