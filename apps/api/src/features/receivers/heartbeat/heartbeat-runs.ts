import type { DatabaseOrTransaction } from '@knockwire/db/client'
import type { heartbeatChanges } from '@knockwire/db/schema/receivers'
import { type RecordedSignal, runsOf } from '@knockwire/domain/heartbeats/signals/run-duration'
import { unrecordedRuns } from '@knockwire/domain/heartbeats/signals/unrecorded-runs'
import { recordedSignalOf, requestsBackwards } from '../history/run-duration.ts'

/**
 * Of a receiver with 100,000 requests, the newest 5,000 take about 50 ms of processor time, and 500 of them, which is what an hour of
 * most jobs takes, 5 ms. Few at once, since URLs may be long.
 */
const pageSize = 250
const pages = 20
/** Of all their URLs: one may have 64,000. */
const mostCharacters = 2_000_000

type Change = Pick<typeof heartbeatChanges.$inferSelect, 'id' | 'at' | 'state' | 'reason' | 'durationMs'>

interface Run {
  /** Of the request that ended it, or of the change where no such request is known. */
  id: string
  /** When it ended. */
  atMs: number
  durationMs: number
  isSuccess: boolean
}

interface Within {
  receiverId: string
  fromMs: number
  toMs: number
}

/**
 * The runs that ended within a time, in the order of their ends: by the newest requests, since most ends change no state, and by the
 * changes where no request tells. One that is given up as too long is one of as long, until its end is known.
 */
export const findRuns = async (
  db: DatabaseOrTransaction,
  changes: readonly Change[],
  within: Within,
): Promise<Run[]> => {
  const signals = await newestSignals(db, within)
  const recorded = runsOf(signals).filter(({ end }) => end.kind !== 'UNDECIDED')
  const changed = changes.flatMap(({ id, at, state, reason, durationMs }) => {
    // One that is open while its receiver goes silent is not given up: its end is the run.
    if (durationMs === null || reason === 'SILENT') return []
    return { id, atMs: at.getTime(), durationMs, isSuccess: state !== 'DOWN', isGivenUp: reason === 'RUN_TOO_LONG' }
  })
  const ended = recorded.map(({ end, durationMs }): Run => {
    return { id: end.id, atMs: end.atMs, durationMs, isSuccess: end.kind === 'SUCCESS' }
  })
  return [...ended, ...unrecordedRuns(changed, recorded)]
    .filter(({ atMs }) => atMs >= within.fromMs && atMs <= within.toMs)
    .toSorted((a, b) => a.atMs - b.atMs)
}

/** In their order, and so many of before the range as tell when most of the runs began that went on then. */
const newestSignals = async (db: DatabaseOrTransaction, { receiverId, fromMs }: Within) => {
  const newestFirst: (RecordedSignal & { id: string })[] = []
  let [characters, isBeforeRange] = [0, false]
  for await (const rows of requestsBackwards(db, { receiverId, before: Number.MAX_SAFE_INTEGER, pageSize, pages })) {
    for (const row of rows) {
      if (row.signal !== null) newestFirst.push({ id: row.id, ...recordedSignalOf(row) })
      characters += row.url.length
    }
    if (isBeforeRange || characters > mostCharacters) break
    isBeforeRange = (rows.at(-1)?.createdAt.getTime() ?? 0) < fromMs
  }
  return newestFirst.toReversed()
}
