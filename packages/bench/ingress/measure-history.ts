import type pg from 'pg'
import type { BenchDatabase } from '../parts/bench-database.ts'
import { startApi } from './ingress-server.ts'

/** Ids in the order of time, as UUIDv7 are; the nth request is a millisecond after the one before. */
const insertSql = `
  insert into received_requests (id, receiver_id, created_at, method, url, remote_address, response_code, request_headers,
    request_body, response_body, content_type, seq)
  select (lpad(to_hex(1700000000000 + n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
    coalesce($3::uuid, md5('receiver' || (1 + n % 5000))::uuid), to_timestamp(1700000000 + n / 1000.0), 'POST', '/r/x',
    '203.0.113.7', 200, '[["Host","in.example"],["Content-Type","application/json"]]', $4::bytea, 'ok', 'text/plain', n
  from generate_series($1::bigint, $2::bigint) n`

const rowsAtOnce = 500_000
const body = Buffer.from(JSON.stringify({ event: 'x'.repeat(100) }))
const own = 2000

interface Caller {
  origin: string
  cookie: string
  receiverId: string
}

const call = async (caller: Pick<Caller, 'origin' | 'cookie'>, path: string, init: RequestInit = {}) => {
  const headers = { origin: 'http://localhost:1', cookie: caller.cookie, 'content-type': 'application/json' }
  const answer = await fetch(`${caller.origin}/api/v1${path}`, { headers, ...init })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** An account of its own, with one receiver. */
const signUp = async (origin: string): Promise<Caller> => {
  const person = {
    email: `history${Date.now()}@example.com`,
    password: 'a long password',
    firstName: 'H',
    lastName: 'B',
  }
  const visitor = { origin, cookie: '' }
  const signedUp = await call(visitor, '/auth/sign-up', { method: 'POST', body: JSON.stringify(person) })
  const cookie = signedUp.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const created = await call({ origin, cookie }, '/receivers', { method: 'POST' })
  const { id: receiverId } = (await created.json()) as { id: string }
  return { origin, cookie, receiverId }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** How long a page takes, in the middle of many calls; `page` 0 is the newest, the last is the oldest. */
const measurePages = async (caller: Caller) => {
  const times: Record<'first' | 'last', number[]> = { first: [], last: [] }
  const last = own / 20 - 1
  for (let n = 0; n < 300; n += 1) {
    for (const [name, page] of [
      ['first', 0],
      ['last', last],
    ] as const) {
      const startedAt = performance.now()
      await (await call(caller, `/receivers/${caller.receiverId}/executions?page=${page}&size=20`)).text()
      times[name].push(performance.now() - startedAt)
    }
  }
  return { firstPageMs: median(times.first), lastPageMs: median(times.last) }
}

const fill = async (pool: pg.Pool, from: number, to: number) => {
  for (let first = from; first <= to; first += rowsAtOnce) {
    await pool.query(insertSql, [first, Math.min(to, first + rowsAtOnce - 1), null, body])
  }
  await pool.query('vacuum analyze received_requests')
}

/** The history of one receiver, whose own requests stay as many, among few and among many of others. */
export const measureHistory = async (database: BenchDatabase, few: number, many: number) => {
  const { pool } = database
  const api = await startApi(database, 'all')
  const caller = await signUp(`http://127.0.0.1:${api.port}`)
  await pool.query(insertSql, [100_000_000, 100_000_000 + own - 1, caller.receiverId, body])
  await pool.query('update receiver_counters set total = $1 where receiver_id = $2', [own, caller.receiverId])
  await fill(pool, 1, few)
  await measurePages(caller)
  const amongFew = await measurePages(caller)
  await fill(pool, few + 1, many)
  const amongMany = await measurePages(caller)
  await api.stop()
  await pool.query('truncate received_requests')
  return {
    amongFew,
    amongMany,
    firstPageRatio: amongMany.firstPageMs / amongFew.firstPageMs,
    lastPageRatio: amongMany.lastPageMs / amongFew.lastPageMs,
  }
}
