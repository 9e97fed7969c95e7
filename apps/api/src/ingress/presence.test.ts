import { once } from 'node:events'
import { createServer } from 'node:net'
import { ingressPresence } from '@knockwire/db/schema/receivers'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestIngress, type TestIngress } from '../testing/test-ingress.ts'
import { type RecordedPresence, recordPresence } from './presence.ts'

let ingress: TestIngress
beforeAll(async () => {
  ingress = await createTestIngress({ lockTimeoutMs: 10_000 })
})
afterAll(() => ingress.close())

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)
const databaseMs = async () => {
  const clock = 'select extract(epoch from clock_timestamp())::float8 * 1000 as ms'
  return (await ingress.test.pool.query<{ ms: number }>(clock)).rows[0]?.ms ?? 0
}

it('an ingress records when it can take requests, and begins again after an interruption', async () => {
  const rows = async () => ingress.test.db.select().from(ingressPresence)
  const [row] = await rows()
  expect(row?.untilAt.getTime()).toBeGreaterThan(Date.now())
  await ingress.test.db
    .update(ingressPresence)
    .set({ fromAt: inSeconds(-60), untilAt: inSeconds(-20), seenAt: inSeconds(-30) })
  await expect.poll(async () => (await rows()).length, { timeout: 20_000 }).toBe(2)
})

it('an ingress records that it can take requests before it takes the first one', async () => {
  const { pool } = ingress.test
  const reserved = createServer().listen(0, '127.0.0.1')
  await once(reserved, 'listening')
  const address = reserved.address()
  if (address === null || typeof address === 'string') throw new Error('It has no port.')
  reserved.close()
  await once(reserved, 'close')
  const holder = await pool.connect()
  let starting: Promise<TestIngress> | undefined
  try {
    await holder.query('begin; lock table ingress_presence in share mode')
    starting = createTestIngress({ sharing: ingress, settings: { receiverPort: address.port } })
    const waiting = `
      select 1 from pg_stat_activity
      where datname = current_database() and query like '%insert into ingress_presence%' and wait_event_type = 'Lock'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount, { interval: 5 }).toBe(1)
    await expect(fetch(`http://127.0.0.1:${address.port}/`)).rejects.toThrow('fetch failed')
    await holder.query('rollback')
  } finally {
    holder.release()
  }
  const started = await starting
  expect(started.port).toBe(address.port)
  await started.close()
})

it('an ingress that stops says so, and one that was interrupted before does not', async () => {
  const { db, pool } = ingress.test
  const fail = (error: Error) => {
    throw error
  }
  const start = async () => {
    const known = new Set((await db.select().from(ingressPresence)).map(({ id }) => id))
    const presence = await recordPresence(pool, fail)
    const own = (await db.select().from(ingressPresence)).find(({ id }) => !known.has(id))
    const row = async () => (await db.select().from(ingressPresence)).find(({ id }) => id === own?.id)
    return { ...presence, id: own?.id ?? '', row }
  }
  const stopped = await start()
  expect(await stopped.row()).toMatchObject({ isEnded: false })
  await stopped.stop()
  const ended = await stopped.row()
  expect(ended).toMatchObject({ isEnded: true })
  expect(ended?.untilAt.getTime()).toBeLessThanOrEqual(Date.now())
  const interrupted = await start()
  await db
    .update(ingressPresence)
    .set({ seenAt: inSeconds(-30) })
    .where(eq(ingressPresence.id, interrupted.id))
  await interrupted.stop()
  expect(await interrupted.row()).toMatchObject({ isEnded: false })
})

it('an ingress says again and again that it was there, and renews its lease for older executors seldom', async () => {
  const { db, pool } = ingress.test
  const known = new Set((await db.select().from(ingressPresence)).map(({ id }) => id))
  const presence = await recordPresence(pool, () => {})
  const own = async () => (await db.select().from(ingressPresence)).find(({ id }) => !known.has(id))
  const first = await own()
  const seen = async () => (await own())?.seenAt?.getTime()
  await expect.poll(seen, { interval: 50 }).toBeGreaterThan(first?.seenAt?.getTime() ?? Infinity)
  const renewed = await own()
  expect([renewed?.id, renewed?.untilAt]).toEqual([first?.id, first?.untilAt])
  await presence.stop()
})

it('an ingress that could not answer since the database was away begins again, not since somebody held a lock', async () => {
  const { db, pool } = ingress.test
  const known = new Set((await db.select().from(ingressPresence)).map(({ id }) => id))
  const presence = await recordPresence(pool, () => {})
  const own = async () =>
    (await db.select().from(ingressPresence).orderBy(ingressPresence.id)).filter(({ id }) => !known.has(id))
  const [first] = await own()
  presence.noteFailure(Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }))
  const seen = async () => (await own())[0]?.seenAt?.getTime()
  await expect.poll(seen, { interval: 50 }).toBeGreaterThan(first?.seenAt?.getTime() ?? Infinity)
  expect(await own()).toHaveLength(1)
  presence.noteFailure(Object.assign(new Error('terminating connection'), { code: '57P01' }))
  await expect.poll(async () => (await own()).length).toBe(2)
  const [before, after] = await own()
  expect(after?.fromAt.getTime()).toBeGreaterThan(before?.seenAt?.getTime() ?? Infinity)
  await presence.stop()
})

it('an ingress whose database fails while it begins to be there begins again', async () => {
  const { db, pool } = ingress.test
  const known = new Set((await db.select().from(ingressPresence)).map(({ id }) => id))
  const own = async () =>
    (await db.select().from(ingressPresence).orderBy(ingressPresence.id)).filter(({ id }) => !known.has(id))
  const outage = Object.assign(new Error('terminating connection'), { code: '57P01' })
  const holder = await pool.connect()
  const presence = await recordPresence(pool, () => {})
  presence.noteFailure(outage)
  try {
    await holder.query('begin; lock table ingress_presence in share mode')
    const waiting = `
      select 1 from pg_stat_activity
      where datname = current_database() and query like '%insert into ingress_presence%' and wait_event_type = 'Lock'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount, { interval: 5 }).toBe(1)
    presence.noteFailure(outage)
    await holder.query('rollback')
  } finally {
    holder.release()
  }
  await expect.poll(async () => (await own()).length).toBe(3)
  await presence.stop()
})

describe('an ingress that waits for a connection to say that it was there', () => {
  const waiting = async (act: (presence: RecordedPresence, pool: pg.Pool) => Promise<void>) => {
    const { db } = ingress.test
    const known = new Set((await db.select().from(ingressPresence)).map(({ id }) => id))
    const own = async () =>
      (await db.select().from(ingressPresence).orderBy(ingressPresence.id)).filter(({ id }) => !known.has(id))
    const pool = new pg.Pool({ connectionString: ingress.test.url, max: 1 })
    const presence = await recordPresence(pool, () => {})
    const holder = await pool.connect()
    try {
      await act(presence, pool)
    } finally {
      holder.release()
    }
    return { own, presence, pool }
  }
  it('was not there while it waited, where the database was away meanwhile', async () => {
    let interruptedMs = 0
    const { own, presence, pool } = await waiting(async ({ noteFailure }, busy) => {
      await expect.poll(() => busy.waitingCount, { interval: 5 }).toBe(1)
      noteFailure(Object.assign(new Error('terminating connection'), { code: '57P01' }))
      interruptedMs = await databaseMs()
    })
    await expect.poll(async () => (await own()).length).toBe(2)
    await presence.stop()
    await pool.end()
    const [before] = await own()
    expect(before?.seenAt?.getTime()).toBeLessThan(interruptedMs)
  })

  it('was there until it stopped, where it waits as it stops', async () => {
    let stoppedMs = 0
    let stopped: Promise<void> | undefined
    const { own, pool } = await waiting(async (presence) => {
      stopped = presence.stop()
      stoppedMs = await databaseMs()
      await expect.poll(databaseMs, { interval: 5 }).toBeGreaterThan(stoppedMs + 50)
    })
    await stopped
    await pool.end()
    const [row] = await own()
    expect(row).toMatchObject({ isEnded: true })
    expect(row?.seenAt?.getTime()).toBeLessThanOrEqual(Math.ceil(stoppedMs))
  })
})

describe('an ingress that stops while its database holds up what it says', () => {
  const stopping = async () => {
    const { db, pool } = ingress.test
    const known = new Set((await db.select().from(ingressPresence)).map(({ id }) => id))
    const stopped = await createTestIngress({ sharing: ingress, lockTimeoutMs: 60_000 })
    const own = async () => (await db.select().from(ingressPresence)).find(({ id }) => !known.has(id))
    const id = (await own())?.id
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select from ingress_presence where id = $1 for update', [id])
    const waiting = `
      select 1 from pg_stat_activity
      where datname = current_database() and query like '%update ingress_presence%' and wait_event_type = 'Lock'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount, { interval: 5 }).toBe(1)
    const release = async () => {
      await holder.query('rollback')
      holder.release()
    }
    const url = stopped.urlOf(await stopped.insertReceiver())
    return {
      closed: stopped.close(),
      own,
      release,
      statusOf: () =>
        fetch(url).then(
          ({ status }) => status,
          () => null,
        ),
    }
  }

  it('says when it was there last before its listener closes', async () => {
    const { closed, own, release, statusOf } = await stopping()
    expect(await statusOf()).toBe(200)
    await release()
    await closed
    expect(await own()).toMatchObject({ isEnded: true })
    expect(await statusOf()).toBe(null)
  })

  it('closes its listener after a second all the same, and says then that it was there no longer', async () => {
    const { closed, own, release, statusOf } = await stopping()
    await expect.poll(statusOf, { timeout: 10_000 }).toBe(null)
    await release()
    await closed
    expect(await own()).toMatchObject({ isEnded: false })
  })
})
