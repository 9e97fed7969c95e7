import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import { limitText } from '@knockwire/domain/text/duration-text'

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const weekdays = '12345'

const daysText = (days: readonly number[]): string => {
  const sorted = days.toSorted((a, b) => a - b)
  if (sorted.join('') === weekdays) return 'Mon to Fri'
  return sorted.length === dayNames.length ? 'every day' : sorted.map((day) => dayNames[day - 1]).join(', ')
}

const whenText = ({ mode, everySeconds, expression, timezone }: Expectation): string => {
  if (mode === 'EVERY') return `Every ${limitText(everySeconds ?? 0)}`
  const zone = timezone ?? 'UTC'
  return mode === 'LEARNED' ? `As many as usual (${zone})` : `${expression ?? ''} (${zone})`
}

/** In a line: when a signal is expected, and how late it may be. A cron expression stands as it is written. */
export const describeExpectation = (expectation: Expectation): string => {
  const { timezone, graceSeconds, activeHours } = expectation
  // What single calls say counts for nothing where they are counted.
  const isLearned = expectation.mode === 'LEARNED'
  const [maxRunSeconds, successCondition] = isLearned
    ? [null, null]
    : [expectation.maxRunSeconds, expectation.successCondition]
  // The times of the other modes have said it.
  const zone = expectation.mode === 'EVERY' ? ` (${timezone ?? 'UTC'})` : ''
  return [
    whenText(expectation),
    ...(graceSeconds === 0 ? [] : [`up to ${limitText(graceSeconds)} late`]),
    ...(maxRunSeconds === null ? [] : [`runs of ${limitText(maxRunSeconds)} at most`]),
    ...(activeHours === null
      ? []
      : [`${daysText(activeHours.days)} from ${activeHours.from} to ${activeHours.until}${zone}`]),
    ...(successCondition === null ? [] : ['success decided by a condition']),
  ].join(', ')
}
