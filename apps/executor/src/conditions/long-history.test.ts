import { loadSubjects } from '../deliver/message/load-subjects.ts'
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { planIn, type PlanRow, rowsRead } from '../testing/measures/query-plan.ts'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { createTestContext, testSecrets, useTestDatabase } from '../testing/test-executor.ts'
import { loadPreviousSql } from './observations.ts'

const idle = { dueAt: null, status: 'DISABLED' } as const
/** Few enough that without statistics all of them look like a handful. */
const busyRuns = 3000
/** So many tasks with one execution each that the average history is short. */
const quietTasks = 6000
const newestOfAll = '01ffffff-ffff-7fff-bfff-ffffffffffff'

describe('the execution before another one', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  const { context, close } = await createTestContext(url)
  stopAfter(close)
  // With the session's settings of an executor, which its statements are planned by.
  const { pool } = context.database
  const { id: accountId } = await seedAccount(db)
  const makeTask = () => seedTask(db, { accountId, uri: 'https://example.com/', schedule: idle })
  const [busy, rare] = [await makeTask(), await makeTask()]
  let newest: string[] = []

  const insertHistory = async (taskIdSql: string, count: number): Promise<string[]> => {
    const { rows } = await pool.query<{ id: string }>(
      `with made as (
        insert into executions (id, task_id, account_id, trigger, status, scheduled_for, created_at)
        select (lpad(to_hex(1700000000000 + n * 1000), 12, '0') || '7' || substr(gen_random_uuid()::text, 16))::uuid,
          ${taskIdSql}, $1, 'SCHEDULE', 'SUCCEEDED', to_timestamp(n), now()
        from generate_series(1, $2::int) n returning id, task_id
      ), detailed as (
        insert into execution_details (execution_id, request, response_headers, response_body, task_id, seq)
        select id, '{"uri": "https://example.com/", "method": "GET", "headers": [], "body": null}', '[]', '', task_id, row_number() over () from made
      )
      select id from made order by id`,
      [accountId, count],
    )
    return rows.map(({ id }) => id)
  }
  beforeAll(async () => {
    newest = (await insertHistory(`'${busy}'::uuid`, busyRuns)).slice(-3)
    const [first] = await insertHistory(`'${rare}'::uuid`, 2)
    // All executions of the other task stand between the two of this one.
    await pool.query('update executions set id = $1 where task_id = $2 and id <> $3', [newestOfAll, rare, first])
    await pool.query(
      'update execution_details d set execution_id = $1 where not exists (select from executions e where e.id = execution_id)',
      [newestOfAll],
    )
  })

  const explain = async (text: string, values: unknown[]): Promise<number> => {
    const { rows } = await pool.query<PlanRow>(`explain (analyze, format json) ${text}`, values)
    return rowsRead(planIn(rows), 'executions')
  }
  const rowsReadForConditions = (ids: readonly string[], taskId: string) =>
    explain(loadPreviousSql, [ids, ids.map(() => taskId)])
  const rowsReadForDeliveries = async (ids: readonly string[]) => {
    const counts: number[] = []
    const query = async (text: string, values: unknown[]) => {
      counts.push(await explain(text, values))
      return { rows: [] }
    }
    const attempts = ids.map((subjectId) => ({ subjectId, draft: null, occasion: 'HOLDS', receiverId: null }))
    const tools = { publicOrigin: '', receiverOrigin: '', secrets: testSecrets }
    await loadSubjects({ query } as unknown as pg.PoolClient, attempts as never, tools)
    return counts
  }

  it.each<[string, () => Promise<unknown>]>([
    ['nothing is known about the table', async () => {}],
    ['one task is as busy as all others together', () => pool.query('analyze executions')],
    [
      'most tasks ran once',
      async () => {
        await insertHistory('gen_random_uuid()', quietTasks)
        await pool.query('analyze executions')
      },
    ],
  ])('is found by the index, however long the history is, where %s', async (_, prepare) => {
    await prepare()
    expect(await rowsReadForConditions(newest, busy)).toBe(newest.length)
    expect(await rowsReadForConditions([newestOfAll], rare)).toBe(1)
    // And the execution itself, by each of two statements.
    expect(await rowsReadForDeliveries(newest)).toEqual([2 * newest.length, newest.length])
    expect(await rowsReadForDeliveries([newestOfAll])).toEqual([2, 1])
  })
})
