import type { RecordedExecution, Violation } from '../record.ts'

/** What a target said of how an accepted execution ended, each try by itself. */
export interface SentCompletion {
  executionId: string
  /** Null: it succeeded. */
  failure: { exitCode: number | null } | null
  sentMs: number
  answeredMs: number | null
  /** Null where no answer came. */
  answered: number | null
}

export interface CompletionRecord {
  /** Tasks whose targets complete their executions later. */
  taskIds: ReadonlySet<string>
  executions: readonly RecordedExecution[]
  sent: readonly SentCompletion[]
}

export interface JudgedCompletions {
  violations: Violation[]
  /** How many executions that were accepted ended in which way. */
  ended: ReadonlyMap<string, number>
  /** Not completed, though its target had tried before and was not answered: its time goes on while nobody can take a completion. */
  unanswered: number
}

/** It was recorded, or may have been: no answer came, or one of the server's errors. */
const mayCount = ({ answered }: SentCompletion) => answered === null || answered === 200 || answered >= 500

const isKnown = ({ answered }: SentCompletion) => answered === 200

const endOf = ({ status, errorCode }: RecordedExecution) => (status === 'FAILED' ? (errorCode ?? status) : status)

const endBy = ({ failure }: SentCompletion) => (failure === null ? 'SUCCEEDED' : 'COMPLETION_FAILED')

/** Ends that a target's completion, or its silence, can bring about; others are those of the call. */
const endsOfCompletion: ReadonlySet<string> = new Set(['SUCCEEDED', 'COMPLETION_FAILED', 'NOT_COMPLETED'])

const checkOne = (run: RecordedExecution, sent: readonly SentCompletion[]): Violation[] => {
  const end = endOf(run)
  const kindOf = (kind: string) => [
    { kind, detail: `${run.id}: ${end}, sent ${sent.map(shown).join('; ') || 'nothing'}` },
  ]
  if (run.status === 'WAITING') return kindOf('waits-for-ever')
  if (!endsOfCompletion.has(end)) return []
  if (end === 'NOT_COMPLETED') return sent.some(isKnown) ? kindOf('lost-completion') : []
  const possible = sent.filter(mayCount)
  if (!possible.some((one) => endBy(one) === end)) return kindOf('undemanded-completion')
  // The first that arrives counts: all that was surely sent after it was acknowledged does not.
  const firstKnownMs = Math.min(...sent.filter(isKnown).map(({ answeredMs }) => answeredMs ?? Infinity))
  const candidates = possible.filter(({ sentMs }) => sentMs <= firstKnownMs)
  return candidates.some((one) => endBy(one) === end) ? [] : kindOf('wrong-completion')
}

const shown = ({ failure, answered }: SentCompletion) =>
  `${failure === null ? 'success' : 'failure'} ${answered ?? '-'}`

/** Whether each execution that its target accepted ended as the first completion said that arrived, or for want of one. */
export const judgeCompletions = ({ taskIds, executions, sent }: CompletionRecord): JudgedCompletions => {
  const sentOf = Map.groupBy(sent, ({ executionId }) => executionId)
  const accepted = executions.filter(({ taskId, statusCode }) => taskIds.has(taskId) && statusCode === 202)
  const ended = new Map<string, number>()
  for (const run of accepted) ended.set(endOf(run), (ended.get(endOf(run)) ?? 0) + 1)
  const unanswered = accepted.filter(
    (run) => endOf(run) === 'NOT_COMPLETED' && sentOf.get(run.id)?.some(({ answered }) => (answered ?? 503) >= 500),
  ).length
  return { violations: accepted.flatMap((run) => checkOne(run, sentOf.get(run.id) ?? [])), ended, unanswered }
}
