import { durationText } from '../text/duration-text.ts'

const minuteMs = 60_000

/**
 * "2.4 ms", "143 ms", "2.31 s", "1 h 30 min": rounded here alone, so that a row, a chart, a tooltip and a mail say the same. Work that its
 * target completes later takes hours.
 */
export const milliseconds = (ms: number): string => {
  if (ms < 9.95) return `${Number(ms.toFixed(1))} ms`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  return ms < minuteMs - 5 ? `${(ms / 1_000).toFixed(2)} s` : durationText(ms)
}
