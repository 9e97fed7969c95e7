import { mayBeUnnoticed } from '../heartbeats/absences.ts'
import type { RecordedExecution, Span, Violation } from '../record.ts'

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
  /** How long they have, from the start of their call. */
  withinMs: number
  faults: readonly Span[]
}

export interface JudgedCompletions {
  violations: Violation[]
  /** How many executions that were accepted ended in which way. */
  ended: ReadonlyMap<string, number>
  /** Not completed, though its target had tried in time and was not answered, where nobody could notice that. */
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

/** A request takes so long at most where nothing is at fault. */
const takenMs = 250

/** The first try in time that was not answered, of an execution that ended as if there had been none. */
const unansweredOf = (run: RecordedExecution, sent: readonly SentCompletion[], withinMs: number) =>
  endOf(run) === 'NOT_COMPLETED'
    ? sent.find(
        ({ answered, sentMs }) =>
          (answered ?? 503) >= 500 && sentMs <= (run.scheduledForMs ?? run.createdAtMs) + withinMs - takenMs,
      )
    : undefined

/** Whether each execution that its target accepted ended as the first completion said that arrived, or for want of one. */
export const judgeCompletions = (record: CompletionRecord): JudgedCompletions => {
  const { taskIds, executions, sent, withinMs, faults } = record
  const sentOf = Map.groupBy(sent, ({ executionId }) => executionId)
  const accepted = executions.filter(({ taskId, statusCode }) => taskIds.has(taskId) && statusCode === 202)
  const ended = new Map<string, number>()
  for (const run of accepted) ended.set(endOf(run), (ended.get(endOf(run)) ?? 0) + 1)
  const unanswered = accepted.flatMap((run) => {
    const tried = unansweredOf(run, sentOf.get(run.id) ?? [], withinMs)
    return tried === undefined ? [] : [{ run, fromMs: tried.sentMs, toMs: tried.sentMs + withinMs }]
  })
  const unexcused = unanswered.filter((between) => !mayBeUnnoticed(faults, between))
  return {
    violations: [
      ...accepted.flatMap((run) => checkOne(run, sentOf.get(run.id) ?? [])),
      ...unexcused.map(({ run, fromMs }) => ({
        kind: 'unanswered-completion',
        detail: `${run.id}, tried at ${new Date(fromMs).toISOString()}`,
      })),
    ],
    ended,
    unanswered: unanswered.length - unexcused.length,
  }
}
