import type { MissedRunsView, PlannedRunsView } from '@knockwire/domain/schedules/missed-runs'
import { exactNumber, exactTime } from '../../../lib/format/format.ts'

/** How many executions are missed in all: an entry has several in a row, and there may be more entries than are listed. */
export const missedCount = ({ results, total }: Pick<PlannedRunsView, 'results' | 'total'>): string => {
  const isAtLeast = total > results.length || results.some((missed) => missed.isAtLeast)
  const runs = results.reduce((sum, missed) => sum + missed.runs, 0)
  return `${isAtLeast ? 'at least ' : ''}${exactNumber(runs)}`
}

/** "12 executions, Nov 23, 2026, 10:00:00 GMT+1 to 10:11:00". */
export const missedWords = ({ runs, isAtLeast, from, to }: MissedRunsView): string => {
  const count = `${isAtLeast ? 'At least ' : ''}${exactNumber(runs)} ${runs === 1 ? 'execution' : 'executions'}`
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  return `${count}, ${exactTime(fromMs)}${fromMs === toMs ? '' : ` to ${exactTime(toMs)}`}.`
}

export const reasonWords = ({ reason, awayFrom, awayTo }: MissedRunsView): string => {
  switch (reason) {
    case 'OVERLAP':
      return 'Skipped: the previous execution was still running.'
    case 'PAUSED':
      return 'Missed: the operator of this server had paused all calls.'
    case 'BUSY':
      return 'Missed: the server was overloaded at that time.'
    case 'CHANGED':
      return 'Dropped: the task was deactivated or its schedule was changed before they could run.'
    case 'AWAY':
      return awayFrom === null || awayTo === null
        ? 'Missed: the server was not running.'
        : `Missed: the server was not running from ${exactTime(Date.parse(awayFrom))} to ${exactTime(Date.parse(awayTo))}.`
  }
}
