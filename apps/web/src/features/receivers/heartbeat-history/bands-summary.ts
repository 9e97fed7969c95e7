import type { HeartbeatHistoryView } from '@knockwire/domain/heartbeats/heartbeat-history'
import { durationText } from '@knockwire/domain/text/duration-text'
import { rangeNames } from '../../../components/charts/range-names.ts'
import { exactNumber, percent } from '../../../lib/format/format.ts'

type Span = HeartbeatHistoryView['unknown'][number]

const lengthOf = ({ from, to }: Span) => Date.parse(to) - Date.parse(from)
const sumOf = (spans: readonly Span[]) => spans.reduce((sum, span) => sum + lengthOf(span), 0)

/** In milliseconds; 0 where it is too short to be seen in the bar. */
export const nothingExpectedMs = (history: HeartbeatHistoryView): number => {
  const restMs = lengthOf(history) - sumOf(history.bands) - sumOf(history.unknown)
  return restMs / lengthOf(history) > 0.005 ? restMs : 0
}

const downText = (outages: number): string => {
  if (outages === 0) return 'never down'
  return outages === 1 ? 'down once' : `down ${exactNumber(outages)} times`
}

/** The bar in words: of how much of the time its uptime is, and what the rest was. */
export const bandsSummary = (history: HeartbeatHistoryView): string => {
  const { range, bands, unknown, uptimePercent, outages } = history
  const [unknownMs, nothingMs] = [sumOf(unknown), nothingExpectedMs(history)]
  const shareOf = (ms: number, restMs: number) =>
    restMs === 0 ? rangeNames[range].long : `${durationText(ms)} in ${rangeNames[range].long}`
  const nothing = nothingMs === 0 ? [] : [`nothing expected for ${durationText(nothingMs)}`]
  if (uptimePercent === null) return [`Unknown for ${shareOf(unknownMs, nothingMs)}`, ...nothing].join(', ')
  return [
    `Up ${percent(uptimePercent)} of ${shareOf(sumOf(bands), unknownMs + nothingMs)}`,
    downText(outages),
    ...(unknownMs === 0 ? [] : [`unknown for ${durationText(unknownMs)}`]),
    ...nothing,
  ].join(', ')
}
