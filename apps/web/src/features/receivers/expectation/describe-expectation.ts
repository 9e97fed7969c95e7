import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import { durationText } from '@knockwire/domain/text/duration-text'

/** In a line: when a signal is expected, and how late it may be. A cron expression stands as it is written. */
export const describeExpectation = ({
  mode,
  everySeconds,
  expression,
  timezone,
  graceSeconds,
}: Expectation): string => {
  const when =
    mode === 'EVERY'
      ? `Every ${durationText((everySeconds ?? 0) * 1000)}`
      : `${expression ?? ''} (${timezone ?? 'UTC'})`
  return graceSeconds === 0 ? when : `${when}, up to ${durationText(graceSeconds * 1000)} late`
}
