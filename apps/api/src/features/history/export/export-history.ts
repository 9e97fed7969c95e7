import { Readable } from 'node:stream'
import type { Database } from '@knockwire/db/client'
import type { ApiContext, Caller } from '../../../context.ts'
import { maskAddresses } from '@knockwire/domain/requests/secret-parameters'
import { throttle } from '../../../access/throttle.ts'
import { idsBetween, newestIdOf } from '../history-rows.ts'
import type { HistoryIds } from '../history-source.ts'
import { keysetPages } from './keyset-pages.ts'

const hourMs = 3_600_000
const mostPerHour = 20

/** A row may hold a body of 1 MiB: this many are in memory at once. */
const rowsAtOnce = 10

interface HistoryToExport<Whole> {
  source: HistoryIds
  /** Whole rows by their ids, in any order. */
  load: (db: Database, ids: readonly string[]) => Promise<Whole[]>
  /** Writes rows as the file's text. */
  write: (rows: AsyncIterable<Whole>) => AsyncIterable<string>
}

/**
 * A history as it is now, oldest first, made while it is read, so that its length bounds neither memory nor a
 * connection. Where reading fails on the way the stream breaks off. Throws RATE_LIMITED after twenty in an hour, and
 * TOO_LARGE where a search takes too long for its first rows.
 */
export const exportHistory = async <Whole extends { id: string }>(
  context: ApiContext,
  { accountId, isReadOnly = false }: Caller,
  { source, load, write }: HistoryToExport<Whole>,
): Promise<Readable> => {
  await throttle(context, [{ key: `history-export:${accountId}`, limit: mostPerHour, perMs: hourMs }])
  const { db, log, reads } = context
  const inTurn = reads.inTurnOf(accountId)
  let goesOn = false
  const until = await newestIdOf(db, source)
  const pages = keysetPages(async (after) => {
    if (until === null) return []
    const stretch = { after, until, limit: rowsAtOnce }
    const rows = await inTurn(
      async (turn) => {
        const ids = await idsBetween(turn, source, stretch)
        const loaded = inOrder(ids, ids.length === 0 ? [] : await load(turn, ids))
        return isReadOnly ? maskAddresses(loaded) : loaded
      },
      { goesOn },
    )
    goesOn = true
    return rows
  }, rowsAtOnce)
  // Read before anything is sent: what is wrong with the search is answered as an error, not as a broken file.
  const first = await pages.next()
  const text = write(flatten(first.done === true ? [] : first.value, pages))
  const stream = Readable.from(text, { objectMode: false })
  stream.on('error', (error) =>
    log.error({ err: error, event: 'history export failed', accountId }, 'history export failed'),
  )
  log.info({ event: 'history exported', accountId }, 'history exported')
  return stream
}

async function* flatten<Row>(first: readonly Row[], rest: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  yield* first
  for await (const rows of rest) yield* rows
}

const inOrder = <Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One row a line (jsonlines.org). */
export async function* writeJsonLines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}
