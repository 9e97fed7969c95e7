/** "2.4 ms", "143 ms", "2.31 s": rounded here alone, so that a row, a chart, a tooltip and a mail say the same. */
export const milliseconds = (ms: number): string => {
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`
}
