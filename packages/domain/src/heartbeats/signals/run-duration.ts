import type { RecordedSignalKind } from './recorded-signal.ts'

/** What a recorded request said, and when. */
export interface RecordedSignal {
  /** Null where the receiver expected no calls. */
  kind: RecordedSignalKind | null
  /** Of the run that it names; null where it names none. */
  runId: string | null
  atMs: number
}

/** Whether it ends a run, where one is open; a success that is yet to be decided does, whatever is decided. */
export const endsRun = (kind: RecordedSignalKind | null): boolean =>
  kind === 'SUCCESS' || kind === 'FAIL' || kind === 'UNMET' || kind === 'UNDECIDED'

/**
 * How long the run took that a signal ended, in milliseconds, from its last start, as a heartbeat's change says it. Null where it ended
 * none: no start of that run came before, or another end behind it. Undefined where those before do not tell, so that earlier ones may.
 *
 * @param before - the signals before it, the latest first
 */
export const runDurationOf = (end: RecordedSignal, before: readonly RecordedSignal[]): number | null | undefined => {
  if (!endsRun(end.kind)) return null
  const last = before.find(({ kind, runId }) => runId === end.runId && (kind === 'START' || endsRun(kind)))
  if (last === undefined) return undefined
  return last.kind === 'START' ? Math.max(0, end.atMs - last.atMs) : null
}
