import type { RecordedSignalKind } from './recorded-signal.ts'

/** What a recorded request said, and when. */
export interface RecordedSignal {
  /** Null where the receiver expected no calls. */
  kind: RecordedSignalKind | null
  /** Of the run that it names; null where it names none. */
  runId: string | null
  atMs: number
}

/** A run of which the start and the end were recorded. */
export interface EndedRun<S extends RecordedSignal = RecordedSignal> {
  /** When it started: more than once where it started again before it ended. */
  startsMs: readonly number[]
  end: S
  /** From its last start. */
  durationMs: number
}

/** Whether it ends a run, where one is open; a success that is yet to be decided does, whatever is decided. */
export const endsRun = (kind: RecordedSignalKind | null): boolean =>
  kind === 'SUCCESS' || kind === 'FAIL' || kind === 'UNMET' || kind === 'UNDECIDED'

/** The runs that signals started and ended, in the order of their ends, each measured as a heartbeat's change says it. `signals`: in their order. */
export const runsOf = <S extends RecordedSignal>(signals: readonly S[]): EndedRun<S>[] => {
  const open = new Map<string | null, number[]>()
  return signals.flatMap((signal) => {
    const { kind, runId, atMs } = signal
    const startsMs = open.get(runId)
    if (kind === 'START') {
      if (startsMs === undefined) open.set(runId, [atMs])
      else startsMs.push(atMs)
    }
    if (!endsRun(kind)) return []
    open.delete(runId)
    const lastMs = startsMs?.at(-1)
    if (startsMs === undefined || lastMs === undefined) return []
    return [{ startsMs, end: signal, durationMs: Math.max(0, atMs - lastMs) }]
  })
}

/**
 * How long the run took that a signal ended, in milliseconds. Null where it ended none: no start of that run came before, or another end
 * behind it. Undefined where those before do not tell, so that earlier ones may.
 *
 * @param before - the signals before it, the latest first
 */
export const runDurationOf = (end: RecordedSignal, before: readonly RecordedSignal[]): number | null | undefined => {
  if (!endsRun(end.kind)) return null
  const last = before.find(({ kind, runId }) => runId === end.runId && (kind === 'START' || endsRun(kind)))
  return last && (runsOf([last, end])[0]?.durationMs ?? null)
}
