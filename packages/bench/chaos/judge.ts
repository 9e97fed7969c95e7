import {
  judgeCompletions,
  type JudgedCompletions,
  type SentCompletion,
} from '@knockwire/db/testing/invariants/completions/check-completions'
import { judgeHeartbeats, type JudgedHeartbeats } from '@knockwire/db/testing/invariants/heartbeats/check-heartbeats'
import type { HeartbeatRecord } from '@knockwire/db/testing/invariants/heartbeats/record'
import { type JudgedPlanned, judgePlanned } from '@knockwire/db/testing/invariants/planned/check-planned'
import type { FaultRecord, Violation } from '@knockwire/db/testing/invariants/record'
import { completedTasks, completionSeconds, taskIdOf } from './world/seed.ts'

/** What was judged of a run, so that a checker that judges nothing is seen. */
export interface Judged {
  heartbeats: JudgedHeartbeats
  planned: JudgedPlanned['ended']
  completions: Omit<JudgedCompletions, 'violations'>
}

/** Judges heartbeats and completions; planned times are judged by `check` as well, and counted here. */
export const judgeAll = (
  record: FaultRecord,
  beats: HeartbeatRecord,
  completions: readonly SentCompletion[],
): { judged: Judged; violations: Violation[] } => {
  const heartbeats = judgeHeartbeats(beats)
  const taskIds = new Set([...completedTasks].map(taskIdOf))
  const completed = judgeCompletions({
    taskIds,
    executions: record.executions,
    sent: completions,
    withinMs: completionSeconds * 1000,
    faults: record.faults,
  })
  return {
    judged: { heartbeats, planned: judgePlanned(record).ended, completions: completed },
    violations: [...heartbeats.violations, ...completed.violations],
  }
}
