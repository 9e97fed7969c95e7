import type { CountedView } from '@knockwire/domain/heartbeats/heartbeat'
import { exactNumber, minuteTime } from '../../../../lib/format/format.ts'

const hourMs = 3_600_000

const requests = (count: number) => `${exactNumber(count)} ${count === 1 ? 'request' : 'requests'}`

/** "40 to 62", "at most 5". */
export const usualRange = ({
  kind,
  usualFrom,
  usualTo,
}: Pick<CountedView, 'kind' | 'usualFrom' | 'usualTo'>): string => {
  if (kind === 'REJECTED') return `at most ${exactNumber(usualTo)}`
  return usualFrom === usualTo ? exactNumber(usualTo) : `${exactNumber(usualFrom)} to ${exactNumber(usualTo)}`
}

/** "3 requests in the hour from 2:00 PM; usually 40 to 62", by the reader's clock. */
export const countedText = (counted: CountedView, nowMs: number): string => {
  const { kind, count } = counted
  const [fromMs, toMs] = [Date.parse(counted.from), Date.parse(counted.to)]
  const from = minuteTime(fromMs, nowMs)
  const time = toMs - fromMs <= hourMs ? `in the hour from ${from}` : `from ${from} to ${minuteTime(toMs, nowMs)}`
  return `${requests(count)} ${kind === 'REJECTED' ? 'rejected ' : ''}${time}; usually ${usualRange(counted)}`
}
