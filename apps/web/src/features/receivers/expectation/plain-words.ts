import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import { limitText } from '@knockwire/domain/text/duration-text'

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const weekdays = '12345'

const daysText = (days: readonly number[]): string => {
  const sorted = days.toSorted((a, b) => a - b)
  if (sorted.join('') === weekdays) return 'Mon to Fri'
  return sorted.length === dayNames.length ? 'every day' : sorted.map((day) => dayNames[day - 1]).join(', ')
}

export const zoneOf = ({ timezone }: Expectation): string => timezone ?? 'UTC'

/** When a signal is expected, where no cron expression says it. */
const plainTimes = (expectation: Expectation): string =>
  expectation.mode === 'LEARNED'
    ? `As many as usual (${zoneOf(expectation)})`
    : `Every ${limitText(expectation.everySeconds ?? 0)}`

/** How late a signal may be, how long a run may take, when it counts, and what decides. */
export const limitsOf = (expectation: Expectation): string[] => {
  const { graceSeconds, activeHours } = expectation
  // What single calls say counts for nothing where they are counted.
  const isLearned = expectation.mode === 'LEARNED'
  const [maxRunSeconds, successCondition] = isLearned
    ? [null, null]
    : [expectation.maxRunSeconds, expectation.successCondition]
  // The times of the other modes have said it.
  const zone = expectation.mode === 'EVERY' ? ` (${zoneOf(expectation)})` : ''
  return [
    ...(graceSeconds === 0 ? [] : [`up to ${limitText(graceSeconds)} late`]),
    ...(maxRunSeconds === null ? [] : [`runs of ${limitText(maxRunSeconds)} at most`]),
    ...(activeHours === null
      ? []
      : [`${daysText(activeHours.days)} from ${activeHours.from} to ${activeHours.until}${zone}`]),
    ...(successCondition === null ? [] : ['success decided by a condition']),
  ]
}

/** In a line: when a signal is expected, where no cron expression says it, and how late it may be. */
export const plainWords = (expectation: Expectation): string =>
  [plainTimes(expectation), ...limitsOf(expectation)].join(', ')
