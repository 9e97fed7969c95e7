import { errorTitles } from '@knockwire/domain/executions/error-titles'
import { missingCall } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { ReceiverWithProblem, TaskWithProblem } from '@knockwire/domain/overview/overview'
import { exactNumber } from '../../lib/format/format.ts'
import type { Tone } from '../../components/ui/feedback/status-dot.tsx'

interface Problem {
  tone: Tone
  /** The state in a word or two. */
  label: string
  /** What is wrong; empty where the label says all. */
  reason: string
}

type TaskFacts = Pick<TaskWithProblem, 'problem' | 'failingRuns' | 'statusCode' | 'errorCode'>

const lastResult = ({ statusCode, errorCode }: TaskFacts): string => {
  if (errorCode !== null) return `Last execution: ${errorTitles[errorCode]}`
  return statusCode === null ? 'Last execution failed' : `Last response: ${statusCode}`
}

const inARow = (runs: number) => (runs > 1 ? `, ${exactNumber(runs)} in a row` : '')

export const taskProblem = (task: TaskFacts): Problem => {
  const reason = `${lastResult(task)}${inARow(task.failingRuns)}`
  switch (task.problem) {
    case 'DEACTIVATED':
      return { tone: 'bad', label: 'Deactivated', reason: `Too many failed executions. ${reason}` }
    case 'FAILING':
      return { tone: task.statusCode === null || task.errorCode !== null ? 'bad' : 'warn', label: 'Failing', reason }
    case 'LATE':
      return { tone: 'warn', label: 'Late', reason: 'An execution is due and has not started' }
  }
}

type ReceiverFacts = Pick<ReceiverWithProblem, 'state' | 'mode' | 'reason' | 'duration' | 'lastSignalAt'>

export const receiverProblem = (receiver: ReceiverFacts): Problem => {
  if (receiver.state === 'LATE') return { tone: 'warn', label: 'Late', reason: lateReason(receiver) }
  return { tone: 'bad', label: 'Down', reason: downReason(receiver) }
}

const lateReason = ({ mode }: ReceiverFacts) =>
  mode === 'LEARNED' ? 'Fewer requests than usual so far' : 'An expected call has not arrived yet'

function downReason({ reason, duration, lastSignalAt }: ReceiverFacts): string {
  switch (reason) {
    case 'FAILED':
      return 'A call reported that a run failed'
    case 'UNMET':
      return 'A call did not meet the condition'
    case 'RUN_TOO_LONG':
      return 'A run has not ended'
    case 'TOO_FEW':
      return 'Fewer requests than usual'
    case 'REJECTED':
      return 'More rejected requests than usual'
    default:
      return missingCall(duration, lastSignalAt) === 'END' ? 'No run has ended in time' : 'An expected call is missing'
  }
}
