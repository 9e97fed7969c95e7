import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertTestAccount } from './testing/insert-account.ts'
import { insertTestReceiver } from './testing/insert-receiver.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { uuidv7 } from './uuidv7.ts'

/*
 * During an upgrade, processes of the version before this one record beside those of this one, and know nothing of the numbers by which
 * histories are followed. These statements have the form of theirs.
 */

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** As the ingress of the version before this one records a group. */
const recordSql = `
  with passed as (
    update receiver_counters set total = total + cardinality($2::uuid[]), window_hits = window_hits + 1
    where receiver_id = $1 returning receiver_id
  ), recorded as (
    insert into received_requests
      (id, receiver_id, created_at, method, url, remote_address, response_code, request_headers, request_body, response_body, content_type)
    select id, passed.receiver_id, now(), 'GET', '/', '', 200, '[]', '', '', 'text/plain'
    from passed, unnest($2::uuid[]) as r (id)
  )
  select count(*) from passed`

const numbersOf = async (sql: string, id: string) =>
  (await database.pool.query<{ seq: string | null }>(sql, [id])).rows.map(({ seq }) => seq && Number(seq))

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

it('requests that an ingress of the version before this one records are numbered, without a gap, however many record at once', async () => {
  const { id } = await insertTestReceiver(database.db)
  const groups = Array.from({ length: 40 }, (_, n) => upTo((n % 4) + 1).map(() => uuidv7()))
  await Promise.all(groups.map((ids) => database.pool.query(recordSql, [id, ids])))
  const count = groups.flat().length
  const ofReceiver = 'select seq from received_requests where receiver_id = $1 order by seq nulls first'
  expect(await numbersOf(ofReceiver, id)).toEqual(upTo(count))
  const { rows } = await database.pool.query('select total, last_seq from receiver_counters where receiver_id = $1', [
    id,
  ])
  expect(rows).toEqual([{ total: count, last_seq: String(count) }])
})

/** As an executor of the version before this one records results: a run of the schedule, which it releases, beside tests. */
const endSql = `
  with ended as (
    update executions e set status = 'SUCCEEDED' where id = any ($1::uuid[]) and status = 'RUNNING' returning id, task_id, trigger
  ), inserted_details as (
    insert into execution_details (execution_id) select id from ended
  ), released as (
    update schedules s set in_flight_execution_id = null from ended
    where s.task_id = ended.task_id and s.in_flight_execution_id = ended.id returning s.task_id
  ), counted_tests as (
    update schedules s set stored_bytes = s.stored_bytes + test.bytes
    from (select task_id, count(*) as bytes from ended where trigger = 'TEST' group by task_id) test
    where s.task_id = test.task_id and (s.task_id in (select task_id from released)) is not true
  )
  select id from ended`

const insertTask = async () => {
  const { accountId } = await insertTestAccount(database.db, { plan: 'FREE' })
  const taskId = uuidv7()
  const request = { uri: 'https://example.com/', method: 'GET', headers: [], body: null }
  await database.pool.query(
    `insert into tasks (id, account_id, is_draft, request, created_at, updated_at) values ($1, $2, false, $3, now(), now())`,
    [taskId, accountId, request],
  )
  await database.pool.query(
    `insert into schedules (task_id, account_id, mode, status) values ($1, $2, 'INTERVAL', 'ACTIVE')`,
    [taskId, accountId],
  )
  return { taskId, accountId }
}

it('executions that an executor of the version before this one ends are numbered, tests as well', async () => {
  const { taskId, accountId } = await insertTask()
  const ids = upTo(5).map(() => uuidv7())
  for (const [n, id] of ids.entries())
    await database.pool.query(
      `insert into executions (id, task_id, account_id, trigger, status, scheduled_for, created_at, attempt)
       values ($1, $2, $3, $4, 'RUNNING', now(), now(), $5)`,
      [id, taskId, accountId, n === 0 ? 'SCHEDULE' : 'TEST', randomUUID()],
    )
  await database.pool.query('update schedules set in_flight_execution_id = $2 where task_id = $1', [taskId, ids[0]])
  await Promise.all([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)].map((some) => database.pool.query(endSql, [some])))
  const ofTask = 'select seq from execution_details where task_id = $1 order by seq nulls first'
  expect(await numbersOf(ofTask, taskId)).toEqual(upTo(5))
  const { rows } = await database.pool.query(
    'select last_seq, in_flight_execution_id as "inFlight" from schedules where task_id = $1',
    [taskId],
  )
  expect(rows).toEqual([{ last_seq: '5', inFlight: null }])
})
