import { randomBytes } from 'node:crypto'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type DatabaseHandle } from '@knockwire/db/client'
import { type EmbeddedPostgres, startEmbedded } from '@knockwire/embedded-postgres/embedded-postgres'
import { migrate } from '@knockwire/db/migrate'
import { receivedRequests } from '@knockwire/db/schema/receivers'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { endWithRun } from '@knockwire/embedded-postgres/testing/end-with-run'
import { installQueue } from '@knockwire/queue/queues'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ApiProcess, startApiProcess, untilReady } from '../testing/api-process.ts'
import { type Load, startLoad } from '../testing/load.ts'
import { withinOneMinute } from '../testing/within-one-minute.ts'

type Rows = Pick<DatabaseHandle, 'db' | 'pool'>

/** Enough that no plan's limit is reached. */
const insertReceivers = ({ db }: Rows) =>
  Promise.all(Array.from({ length: 60 }, () => insertTestReceiver(db, { plan: 'SUPER', responseBody: 'ok' })))

const started: ApiProcess[] = []
const start = async (url: string, environment: Record<string, string> = {}) => {
  const api = await startApiProcess({ DATABASE_URL: url, LOG_LEVEL: 'fatal', ...environment })
  started.push(api)
  await untilReady(api)
  return api
}
afterEach(async () => {
  for (const api of started) api.signal('SIGKILL')
  await Promise.all(started.splice(0).map(({ ended }) => ended))
})

const recordedBodies = async ({ pool }: Rows) => {
  const { rows } = await pool.query<{ body: string }>(
    `select convert_from(request_body, 'UTF8') as body from received_requests`,
  )
  return rows.map(({ body }) => body)
}

/** Receivers whose kept count is not what is there. */
const wrongTotals = async ({ pool }: Rows) => {
  const { rowCount } = await pool.query(
    `select from receiver_counters g where total <> (select count(*) from received_requests r where r.receiver_id = g.receiver_id)`,
  )
  return rowCount
}

const untilAcknowledged = (load: Load, count: number) =>
  expect.poll(() => load.acknowledged.size, { interval: 5 }).toBeGreaterThan(count)

const missingFrom = (recorded: readonly string[], requested: ReadonlySet<string>) => {
  const there = new Set(recorded)
  return [...requested].filter((body) => !there.has(body))
}

describe('the ingress as a process', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())
  afterEach(() => database.pool.query('truncate received_requests, accounts cascade'))

  const startLoadOn = async (api: ApiProcess, connections?: number) => {
    const receivers = await insertReceivers(database)
    const urls = receivers.map(({ token }) => `${api.receiverOrigin}/r/${token}`)
    return startLoad(urls, connections)
  }

  it.each(['all', 'ingress', 'ingress'])(
    'killed (-9) under load (%s): every request that was answered 2xx is recorded',
    async (role) => {
      const api = await start(database.url, { KNOCKWIRE_ROLE: role })
      const load = await startLoadOn(api)
      await untilAcknowledged(load, 500 + (randomBytes(2).readUInt16BE(0) % 1000))
      api.signal('SIGKILL')
      await api.ended
      await load.stop()

      const recorded = await recordedBodies(database)
      const counts = { acknowledged: load.acknowledged.size, recorded: recorded.length }
      expect(missingFrom(recorded, load.acknowledged)).toEqual([])
      expect(counts.recorded).toBeGreaterThanOrEqual(counts.acknowledged)
      expect(new Set(recorded).size).toBe(recorded.length)
      expect(await wrongTotals(database)).toBe(0)
      expect(load.rejections).toEqual(new Map())
    },
  )

  it('a process that is stopped under load: what it has taken is committed and answered, and nothing is recorded unanswered', async () => {
    const api = await start(database.url)
    const load = await startLoadOn(api)
    await untilAcknowledged(load, 500)
    api.signal('SIGTERM')
    expect(await api.ended).toBe(0)
    await load.stop()
    expect((await recordedBodies(database)).toSorted()).toEqual([...load.acknowledged].toSorted())
    expect(load.rejections).toEqual(new Map())
  })

  it('a process with a delay before it stops says at both ports that it is not ready, and serves on until then', async () => {
    const api = await start(database.url, { STOP_DELAY_SECONDS: '2' })
    const [receiver] = await insertReceivers(database)
    const readiness = () =>
      Promise.all([api.origin, api.receiverOrigin].map(async (origin) => (await fetch(`${origin}/readyz`)).status))
    expect(await readiness()).toEqual([200, 200])
    api.signal('SIGTERM')
    await expect.poll(readiness, { interval: 5 }).toEqual([503, 503])
    const sent = await fetch(`${api.receiverOrigin}/r/${receiver?.token}`, { method: 'POST', body: 'late' })
    expect(sent.status).toBe(200)
    expect(await api.ended).toBe(0)
    expect(await recordedBodies(database)).toEqual(['late'])
  })

  it('two processes share one receiver’s limit exactly', async () => {
    const apis = await Promise.all([1, 2].map(() => start(database.url, { KNOCKWIRE_ROLE: 'ingress' })))
    const { receiverId, statuses } = await withinOneMinute(database.pool, async () => {
      const receiver = await insertTestReceiver(database.db, { plan: 'BUSINESS' })
      const call = async (n: number) =>
        (await fetch(`${apis[n % 2]?.receiverOrigin}/r/${receiver.token}`, { method: 'POST', body: `${n}` })).status
      return { receiverId: receiver.id, statuses: await Promise.all(Array.from({ length: 250 }, (_, n) => call(n))) }
    })
    expect(statuses.filter((status) => status === 200).length).toBe(100)
    expect(statuses.filter((status) => status === 429).length).toBe(150)
    const ofReceiver = eq(receivedRequests.receiverId, receiverId)
    expect(await database.db.$count(receivedRequests, ofReceiver)).toBe(100)
  })

  it('serves what its role says', async () => {
    const [ingress, api] = await Promise.all(
      ['ingress', 'api'].map((role) => start(database.url, { KNOCKWIRE_ROLE: role })),
    )
    if (ingress === undefined || api === undefined) throw new Error('They did not start.')
    const statusOf = async (url: string) => (await fetch(url).catch(() => null))?.status ?? 'nobody there'
    expect(await statusOf(`${ingress.receiverOrigin}/r/x`)).toBe(404)
    expect(await statusOf(`${ingress.origin}/readyz`)).toBe(200)
    expect(await statusOf(`${ingress.origin}/api/v1/receivers`)).toBe(404)
    expect(await statusOf(`${api.receiverOrigin}/r/x`)).toBe('nobody there')
    expect(await statusOf(`${api.origin}/api/v1/receivers`)).toBe(401)
    expect(await statusOf(`${ingress.origin}/metrics`)).toBe(404)
    expect(await statusOf(`${ingress.receiverOrigin}/metrics`)).toBe(404)
    expect(await statusOf(`${api.origin}/metrics`)).toBe(404)
    expect(await (await fetch(`${ingress.operatorOrigin}/metrics`)).text()).toContain(
      'knockwire_ingress_answers_total{status="404"} 2',
    )
    const poolsOf = async ({ operatorOrigin }: ApiProcess) => {
      const text = await (await fetch(`${operatorOrigin}/metrics`)).text()
      return [...text.matchAll(/^knockwire_database_connections\{pool="(\w+)",state="idle"\}/gm)].map(
        ([, pool]) => pool,
      )
    }
    // The alert on a missing API looks for its pool.
    expect(await Promise.all([api, ingress].map(poolsOf))).toEqual([
      ['api', 'reads'],
      ['health', 'ingress'],
    ])
  })
})

const pidOf = async ({ clusterDirectory }: EmbeddedPostgres): Promise<number> => {
  const file = await readFile(join(clusterDirectory, 'postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

/** Ends with the run of tests, also where that is killed. */
const startDurable = async (directory: string): Promise<EmbeddedPostgres> => {
  const postgres = await startEmbedded(directory)
  const release = endWithRun({ pid: await pidOf(postgres), directory })
  void postgres.ended.then(release)
  return postgres
}

describe('PostgreSQL, durable as it is shipped', () => {
  let directory: string
  let postgres: EmbeddedPostgres
  let rows: DatabaseHandle
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'knockwire-restart-'))
    postgres = await startDurable(directory)
    await migrate(postgres.url)
    await installQueue(postgres.url)
    rows = openDatabase({ url: postgres.url, max: 2, applicationName: 'test', onIdleError: () => {} })
  }, 240_000)
  afterAll(async () => {
    await rows.close()
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  })

  const killServer = async () => {
    process.kill(await pidOf(postgres), 'SIGKILL')
    await postgres.ended
    await postgres.stop()
  }

  it.each([
    ['restarted', () => postgres.stop()],
    ['killed (-9)', killServer],
  ])(
    '%s under load: 503 with Retry-After, then recovery without a restart; nothing acknowledged is lost',
    async (_how, end) => {
      const api = await start(postgres.url, { KNOCKWIRE_ROLE: 'ingress' })
      const receivers = await insertReceivers(rows)
      const load = startLoad(receivers.map(({ token }) => `${api.receiverOrigin}/r/${token}`))
      await untilAcknowledged(load, 300)
      await end()
      await expect.poll(() => load.rejections.get('503 with Retry-After') ?? 0, { interval: 5 }).toBeGreaterThan(50)
      const before = load.acknowledged.size
      postgres = await startDurable(directory)
      await untilAcknowledged(load, before + 500)
      await load.stop()

      expect([...load.rejections.keys()]).toEqual(['503 with Retry-After'])
      expect(load.broken.size).toBe(0)
      const recorded = await recordedBodies(rows)
      expect(missingFrom(recorded, load.acknowledged)).toEqual([])
      expect(await wrongTotals(rows)).toBe(0)
      await rows.pool.query('truncate received_requests, accounts cascade')
    },
    240_000,
  )

  it('serves its metrics while the database is away, without those that are read from it, and with them afterwards', async () => {
    const { operatorOrigin } = await start(postgres.url)
    const read = async () => {
      const response = await fetch(`${operatorOrigin}/metrics`)
      return { status: response.status, text: await response.text() }
    }
    const due = /^knockwire_oldest_due_seconds \d/m
    expect((await read()).text).toMatch(due)
    await postgres.stop()
    const away = await read()
    expect(away.status).toBe(200)
    expect(away.text).toMatch(/^knockwire_database_connections\{pool="api",state="awaited"\} 0$/m)
    expect(away.text).not.toMatch(due)
    expect(away.text).not.toMatch(/^knockwire_(delivery_jobs_waiting|oldest_delivery_seconds) /m)
    postgres = await startDurable(directory)
    await expect.poll(async () => (await read()).text).toMatch(due)
  }, 240_000)
})
