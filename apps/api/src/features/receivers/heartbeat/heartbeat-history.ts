import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { heartbeatChanges } from '@knockwire/db/schema/receivers'
import { absencesWithin, mostBetweenBeatsMs } from '@knockwire/domain/heartbeats/absence'
import type { HeartbeatHistoryView } from '@knockwire/domain/heartbeats/heartbeat-history'
import { type Band, bandsOf, longestOfEach, percentileOf, uptimeOf } from '@knockwire/domain/heartbeats/history-rules'
import { shownSince } from '@knockwire/domain/heartbeats/machine/heartbeat-state'
import type { SeriesRange } from '@knockwire/domain/series/series'
import { maxPoints, spanOf } from '@knockwire/domain/series/series-ranges'
import { changeOf, heartbeatOf } from '@knockwire/services/heartbeats/heartbeat-columns'
import { loadPresence } from '@knockwire/services/heartbeats/presence'
import { and, desc, eq, gt, lte } from 'drizzle-orm'
import { findReceiver, type ReceiverRow } from '../../../access/owned/owned-receiver.ts'
import type { ApiContext, Caller } from '../../../context.ts'
import { findRuns } from './heartbeat-runs.ts'

/** More than are kept of a heartbeat. */
const mostChanges = 2000

/** The states of a receiver's heartbeat over a range of time, by the index of its changes, of which so many are kept, and its runs. */
export const readHeartbeatHistory = async (
  { db }: ApiContext,
  caller: Caller,
  { receiverId, range }: { receiverId: string; range: SeriesRange },
): Promise<HeartbeatHistoryView> => {
  const receiver = await findReceiver(db, caller, receiverId)
  // Not to the end of an interval, as charts do: nothing is known of what is to come.
  const toMs = receiver.readAt.getTime()
  const { fromMs } = spanOf(range, toMs, range === '90d' ? toMs - longestMs : null)
  const changes = await selectChanges(db, { receiverId, fromMs })
  const absences = await drawnAbsencesSince(db, fromMs, toMs)
  const bands = bandsOf(changes.map(changeOf), { fromMs, toMs, lateSinceMs: lateSince(receiver), absences })
  const runs = mayHaveRuns(receiver, changes) ? await findRuns(db, changes, { receiverId, fromMs, toMs }) : []
  const { uptimePercent, outages, downtimeMs } = uptimeOf(bands)
  const durations = runs.map(({ durationMs }) => durationMs)
  return {
    range,
    from: textOf(fromMs),
    to: textOf(toMs),
    bands: bands.flatMap((band) => (band.state === 'UNKNOWN' ? [] : [{ ...spanTexts(band), state: band.state }])),
    unknown: bands.filter(({ state }) => state === 'UNKNOWN').map(spanTexts),
    uptimePercent,
    outages,
    downtime: downtimeMs,
    runs: longestOfEach(runs, { fromMs, toMs, most: maxPoints }).map(({ id, atMs, durationMs, isSuccess }) => ({
      id,
      at: textOf(atMs),
      duration: durationMs,
      isSuccess,
    })),
    median: percentileOf(durations, 50),
    p95: percentileOf(durations, 95),
  }
}

/** The history ends with the state that the receiver is shown in. */
const lateSince = ({ heartbeat, readAt }: ReceiverRow): number | null => {
  const shown = heartbeat && shownSince(heartbeatOf(heartbeat), readAt.getTime())
  return shown?.state === 'LATE' ? shown.sinceMs : null
}

/** Where what is usual is expected, requests say nothing of runs; those of before, when calls were, are found by their changes. */
const mayHaveRuns = ({ heartbeat }: ReceiverRow, changes: readonly { durationMs: number | null }[]) =>
  heartbeat?.expectation.mode !== 'LEARNED' || changes.some(({ durationMs }) => durationMs !== null)

const longestMs = 90 * 86_400_000

const textOf = (epochMs: number) => new Date(epochMs).toISOString()

const spanTexts = ({ fromMs, toMs }: Pick<Band, 'fromMs' | 'toMs'>) => ({ from: textOf(fromMs), to: textOf(toMs) })

/** When no ingress could take calls; what is shorter than an ingress may say nothing is none. */
const drawnAbsencesSince = async (db: DatabaseOrTransaction, fromMs: number, nowMs: number) =>
  absencesWithin({ presences: await loadPresence(db, fromMs), nowMs }, { fromMs, untilMs: nowMs }).filter(
    (absence) => absence.untilMs - absence.fromMs > mostBetweenBeatsMs,
  )

/** Since then, with the last one before, in their order. */
const selectChanges = async (
  db: DatabaseOrTransaction,
  { receiverId, fromMs }: { receiverId: string; fromMs: number },
) => {
  const { id, at } = heartbeatChanges
  const from = new Date(fromMs)
  const select = () => db.select().from(heartbeatChanges)
  const newestFirst = [desc(at), desc(id)]
  const since = await select()
    .where(and(eq(heartbeatChanges.receiverId, receiverId), gt(at, from)))
    .orderBy(...newestFirst)
    .limit(mostChanges)
  const before = await select()
    .where(and(eq(heartbeatChanges.receiverId, receiverId), lte(at, from)))
    .orderBy(...newestFirst)
    .limit(1)
  return [...since, ...before].toReversed()
}
