import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import { cronWords } from '../../../lib/format/cron-words.ts'
import { limitsOf, zoneOf } from './plain-words.ts'
import classes from './expectation.module.css'

/** The times of a cron expression in words, with the expression beside them. */
export function CronExpectation({ expectation }: { expectation: Expectation }) {
  const expression = expectation.expression ?? ''
  const times = `${cronWords(expression)} (${zoneOf(expectation)})`
  return (
    <span className={classes.times}>
      <span>{[times, ...limitsOf(expectation)].join(', ')}</span> <code>{expression}</code>
    </span>
  )
}
