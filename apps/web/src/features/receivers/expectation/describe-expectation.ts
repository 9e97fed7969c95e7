import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import { durationText } from '@knockwire/domain/text/duration-text'

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const weekdays = '12345'

const daysText = (days: readonly number[]): string => {
  const sorted = days.toSorted((a, b) => a - b)
  if (sorted.join('') === weekdays) return 'Mon to Fri'
  return sorted.length === dayNames.length ? 'every day' : sorted.map((day) => dayNames[day - 1]).join(', ')
}

/** In a line: when a signal is expected, and how late it may be. A cron expression stands as it is written. */
export const describeExpectation = (expectation: Expectation): string => {
  const { mode, everySeconds, expression, timezone, graceSeconds, maxRunSeconds, activeHours, successCondition } =
    expectation
  const zone = timezone ?? 'UTC'
  return [
    mode === 'EVERY' ? `Every ${durationText((everySeconds ?? 0) * 1000)}` : `${expression ?? ''} (${zone})`,
    ...(graceSeconds === 0 ? [] : [`up to ${durationText(graceSeconds * 1000)} late`]),
    ...(maxRunSeconds === null ? [] : [`runs of ${durationText(maxRunSeconds * 1000)} at most`]),
    ...(activeHours === null
      ? []
      : [`${daysText(activeHours.days)} from ${activeHours.from} to ${activeHours.until} (${zone})`]),
    ...(successCondition === null ? [] : ['success decided by a condition']),
  ].join(', ')
}
