import type { Allowance } from '../../channels/channel.ts'
import { previewRuns, nextRun } from '../../schedules/next-run.ts'
import type { SchedulerInput } from '../../schedules/scheduler.ts'
import type { Firing } from '../firing.ts'

const periodMs: Readonly<Record<Allowance['per'], number>> = { day: 86_400_000, month: 31 * 86_400_000 }

/** Computing a run of a cron expression takes 40 to 300 µs, and a page waits for this. */
const mostComputed = 400

/**
 * Whether a notification that is sent every time can send more in a period than the plan has, if its condition is met by
 * each run of the schedule. One that is sent once for an incident cannot be judged by its schedule.
 */
export function usesUpAllowance(
  scheduler: SchedulerInput,
  { mode, afterInARow }: Pick<Firing, 'mode' | 'afterInARow'>,
  { limit, per }: Allowance,
  nowMs: number,
): boolean {
  if (mode !== 'EVERY_TIME' || scheduler.mode === 'ONE_TIME') return false
  // Those before it is sent first are not messages.
  const runs = limit + afterInARow
  if (scheduler.mode === 'INTERVAL')
    return scheduler.intervalSecond !== null && Math.ceil(periodMs[per] / (scheduler.intervalSecond * 1000)) >= runs
  const computed = Math.min(runs, mostComputed)
  const last = runAt(scheduler, nowMs, computed)
  // Beyond what is computed it goes on as it began.
  return last !== null && last - nowMs <= (periodMs[per] * computed) / runs
}

function runAt(scheduler: SchedulerInput, nowMs: number, count: number): number | null {
  let at = previewRuns(scheduler, nowMs, 1)[0] ?? null
  for (let done = 1; done < count && at !== null; done += 1) at = nextRun(scheduler, nowMs, at)
  return at
}
