import { previewRuns } from '@knockwire/domain/schedules/next-run'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'

const timezone = 'America/New_York'
const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: timezone,
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
})

const runsOf = (expression: string, from: string) =>
  previewRuns({ ...defaultScheduler, mode: 'CUSTOM', expression, timezone }, Date.parse(from), 3).map((ms) =>
    clock.format(ms),
  )

const cases = [
  { what: 'Spring: 02:30 does not exist on March 14', expression: '30 2 * * *', from: '2027-03-13T12:00:00Z' },
  { what: 'Spring: every hour goes on', expression: '0 * * * *', from: '2027-03-14T06:30:00Z' },
  { what: 'Autumn: 01:30 comes twice on November 7', expression: '30 1 * * *', from: '2027-11-06T12:00:00Z' },
  { what: 'Autumn: every hour runs in both', expression: '0 * * * *', from: '2027-11-07T04:30:00Z' },
]

/** What the product's own scheduler does around the changes of 2027 in New York. */
export const daylightSavingCases = cases.map(({ what, expression, from }) => ({
  what,
  expression,
  runs: runsOf(expression, from),
}))
