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

/** `cronWords`: a cron expression in words, as `lib/format/cron-words.ts` has it, which brings the library that reads one. */
export type CronText = (expression: string) => string

const whenText = (expectation: Expectation, cronWords: CronText): string => {
  const { mode, everySeconds, expression } = expectation
  if (mode === 'EVERY') return `Every ${limitText(everySeconds ?? 0)}`
  if (mode === 'LEARNED') return `As many as usual (${zoneOf(expectation)})`
  return `${cronWords(expression ?? '')} (${expression ?? ''}, ${zoneOf(expectation)})`
}

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

/** In a line: when a signal is expected, and how late it may be. A cron expression stands behind its words as it is written. */
export const describeExpectation = (expectation: Expectation, cronWords: CronText): string =>
  [whenText(expectation, cronWords), ...limitsOf(expectation)].join(', ')
