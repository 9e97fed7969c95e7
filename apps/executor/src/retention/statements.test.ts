import { receivers } from '@knockwire/db/schema/receivers'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { nodesOf, planIn, type PlanNode, type PlanRow, rowsRead } from '../testing/measures/query-plan.ts'
import { seedAccount, seedTasks } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { deleteOverAgePage, deleteOverCount, deleteOverCountPage, historyAllowances } from './delete-over-limit.ts'
import { executionHistory, firstId, type HistoryKind, requestHistory } from './history-kind.ts'
import { findOldest } from './over-bytes.ts'
import { createFullTasks } from './recently-recorded.ts'
import { BatchSize, sweep } from './sweep.ts'

const allowances = historyAllowances({ limits: null })

const idle = { dueAt: null, status: 'DISABLED' } as const
/** Of the row `n`, in the order of time. */
const idSql = `(lpad(to_hex(1700000000000 + n * 10000), 12, '0') || '7' || substr(gen_random_uuid()::text, 16))::uuid`
const owners = 6
const kept = 2000
/** Each has one more than its plan keeps. */
const rowsOfEach = kept + 1

describe('the statements of retention', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  const { context, close } = await createTestContext(url)
  stopAfter(close)
  const { pool: maintenance } = context.maintenance
  const { id: accountId } = await seedAccount(db, { plan: 'HOBBY' })

  const fill = async (taskIds: readonly string[], count = rowsOfEach) => {
    await pool.query(
      `insert into executions (id, task_id, account_id, trigger, status, scheduled_for, created_at, stored_bytes)
      select ${idSql}, t.id, t.account_id, 'SCHEDULE', 'SUCCEEDED', to_timestamp(n), now(), 10
      from tasks t, generate_series(1, $2::int) n where t.id = any ($1::uuid[])`,
      [taskIds, count],
    )
    await pool.query('update schedules set executions_total = $2 where task_id = any ($1::uuid[])', [taskIds, count])
  }

  beforeAll(async () => {
    const tasks = Array.from({ length: owners }, () => ({ accountId, uri: 'https://example.com/', schedule: idle }))
    await fill(await seedTasks(db, tasks))
    for (let n = 0; n < owners; n += 1) {
      const { id } = await insertTestReceiver(db)
      await db.update(receivers).set({ accountId }).where(eq(receivers.id, id))
    }
    await pool.query(
      `insert into received_requests (id, receiver_id, created_at, method, url, remote_address, response_code,
        request_headers, request_body, response_body, content_type, stored_bytes)
      select ${idSql}, r.id, now(), 'GET', '/', '', 200, '[]', '', '', '', 10
      from receivers r, generate_series(1, ${rowsOfEach}) n`,
    )
    await pool.query(`update receiver_counters set total = ${rowsOfEach}`)
    await pool.query('analyze')
  })

  /** What the statement would do, by plan and by rows; it is taken back. */
  const planOf = async (work: (client: pg.PoolClient) => Promise<unknown>): Promise<PlanNode> => {
    const client = await maintenance.connect()
    const plans: PlanNode[] = []
    const query = async (text: string, values: unknown[]) => {
      if (!text.includes(' limit ')) return client.query(text, values)
      const sql = `explain (analyze, format json) ${text}`
      plans.push(planIn((await client.query<PlanRow>(sql, values)).rows))
      return { rows: [] }
    }
    try {
      await client.query('begin')
      await work({ query } as never)
    } finally {
      await client.query('rollback')
      client.release()
    }
    const [plan] = plans
    if (plans.length !== 1 || plan === undefined) throw new Error(`There are ${plans.length} plans.`)
    return plan
  }

  describe.each<[string, HistoryKind]>([
    ['executions', executionHistory],
    ['received_requests', requestHistory],
  ])('find the oldest %s by the index, however long the history is', (table, kind) => {
    const ownersOf = async () => (await pool.query<{ id: string }>(`select id from ${kind.owners}`)).rows
    const page = { after: firstId, batch: 200, owners: 500 }

    it.each<[string, (client: pg.PoolClient) => Promise<unknown>]>([
      [
        'of those that were recorded lately',
        async (client) => {
          const ownerIds = (await ownersOf()).map(({ id }) => id)
          return deleteOverCount(client, kind, { allowances, ownerIds, rowsOfEach: 4, batch: 100 })
        },
      ],
      ['of all owners', (client) => deleteOverCountPage(client, kind, { ...page, allowances })],
      [
        'that is too old',
        async (client) => {
          await client.query(`update accounts set plan = 'FREE'`, [])
          return deleteOverAgePage(client, kind, { ...page, allowances })
        },
      ],
      ['of an account with too many bytes', (client) => findOldest(client, { accountId, bytes: 20, batch: 10 })],
    ])('%s', async (_, work) => {
      const plan = await planOf(work)
      const indexes = nodesOf(plan).map((node) => node['Index Name'])
      expect(indexes).toContain(`${table}_history`)
      expect(rowsRead(plan, table)).toBeGreaterThan(0)
      expect(rowsRead(plan, table)).toBeLessThan(kept)
    })
  })

  it('of a sweep each delete a batch, however much is over', async () => {
    const { id: downgraded } = await seedAccount(db, { plan: 'FREE' })
    const [taskId = ''] = await seedTasks(db, [{ accountId: downgraded, uri: 'https://example.com/', schedule: idle }])
    await fill([taskId])
    const batches: { size: number; count: number }[] = []
    const deleted = await sweep({
      pool: maintenance,
      lock: 1,
      isStopped: () => false,
      page: async (client, page) => {
        const done = await deleteOverCountPage(client, executionHistory, { ...page, allowances })
        batches.push({ size: page.batch, count: done.count })
        return done
      },
    })
    expect(deleted).toBeGreaterThanOrEqual(rowsOfEach - 200)
    expect(batches[0]?.size).toBe(200)
    for (const { size, count } of batches) expect(count).toBeLessThanOrEqual(size)
  })

  it('after runs each delete a few rows of a part of the tasks', async () => {
    const { id: full } = await seedAccount(db, { plan: 'FREE' })
    const taskIds = await seedTasks(
      db,
      Array.from({ length: 120 }, () => ({ accountId: full, uri: 'https://example.com/', schedule: idle })),
    )
    await fill(taskIds, 220)
    const deleted: number[] = []
    const query = async (text: string, values: unknown[]) => {
      const result = await maintenance.query<{ count: number }>(text, values)
      deleted.push(result.rows[0]?.count ?? 0)
      return result
    }
    const fullTasks = createFullTasks({ query } as never, allowances, () => false)
    for (const taskId of taskIds) fullTasks.note(taskId)
    expect(await fullTasks.cut()).toBe(120 * 20)
    expect(deleted[0]).toBe(200)
    expect(Math.max(...deleted)).toBeLessThanOrEqual(120 * 4)
  })

  it('delete fewer rows at once where they take long, and more where they are short, within bounds', () => {
    const batch = new BatchSize()
    const sizesAfter = (elapsedMs: number) =>
      Array.from({ length: 5 }, () => {
        batch.note(batch.size, elapsedMs)
        return batch.size
      })
    expect(batch.size).toBe(200)
    expect(sizesAfter(50)).toEqual([400, 800, 1600, 2000, 2000])
    expect(sizesAfter(1000)).toEqual([1000, 500, 250, 125, 62])
    expect(sizesAfter(1000)).toEqual([50, 50, 50, 50, 50])
    expect(sizesAfter(150)).toEqual([50, 50, 50, 50, 50])
  })
})
