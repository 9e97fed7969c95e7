import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import { cronWords } from '../../../lib/format/cron-words.ts'
import { limitsOf, plainWords, zoneOf } from './plain-words.ts'

/**
 * In a line: when a signal is expected, and how late it may be. A cron expression stands behind its words as it is written. It brings the
 * library that reads one.
 */
export const describeExpectation = (expectation: Expectation): string => {
  if (expectation.mode !== 'CRON') return plainWords(expectation)
  const expression = expectation.expression ?? ''
  const times = `${cronWords(expression)} (${expression}, ${zoneOf(expectation)})`
  return [times, ...limitsOf(expectation)].join(', ')
}
