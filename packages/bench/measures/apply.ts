import { startProduct } from '@knockwire/e2e/harness/product'
import pg from 'pg'

export interface ApplyTimes {
  resources: number
  /** Milliseconds of a call: of a plan of what is new, of its apply, and of the apply of the same once more. */
  planMs: number
  applyMs: number
  againMs: number
  /** Of PostgreSQL alone, copying the rows that the apply has written in one transaction. */
  bulkMs: number
}

/** As many tasks with a notification and a bookmark each, paused: nobody is called. */
const resourcesOf = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'task',
    key: `${prefix}-${index}`,
    name: `Task ${index}`,
    state: 'PAUSED',
    labels: { team: 'shop' },
    scheduler: { mode: 'INTERVAL', intervalSecond: 300 },
    request: { target: { uri: `https://shop.example/${index}`, headers: { Authorization: 'Bearer ${secret:TOKEN}' } } },
    notifications: [
      {
        key: 'ops',
        type: 'HTTP',
        condition: { source: 'response_code', comparison: 'number_not_equal_to', rightValue: 200 },
        request: { target: { uri: 'https://alerts.example/', method: 'POST', body: `{{ task.name }} ${index}` } },
      },
    ],
    charts: [{ key: 'time', name: 'Time', source: 'response_time' }],
  }))

const tables = [
  ['tasks', 'id', "account_id = $1 and key like $2 || '-%'"],
  ['schedules', 'task_id', 'task_id in (select id from copied_tasks)'],
  ['notifications', 'id', 'task_id in (select id from copied_tasks)'],
  ['charts', 'id', 'task_id in (select id from copied_tasks)'],
] as const

/** Milliseconds in which PostgreSQL deletes nothing and inserts the same rows again, whose originals were deleted before. */
const bulkInsertMs = async (client: pg.PoolClient, accountId: string, prefix: string): Promise<number> => {
  for (const [table, , where] of tables) {
    const values = table === 'tasks' ? [accountId, prefix] : []
    const selected = await client.query(`select * from ${table} limit 0`)
    const columns = selected.fields.map(({ name }) => `"${name}"`).join(', ')
    const text = `create temp table copied_${table} as select ${columns} from ${table}`
    if (values.length === 0) await client.query(`${text} where ${where}`)
    else await client.query(`${text} where ${where.replace('$1', `'${accountId}'`).replace('$2', `'${prefix}'`)}`)
  }
  await client.query('delete from tasks where id in (select id from copied_tasks)')
  const startedAt = performance.now()
  await client.query('begin')
  for (const [table] of tables) await client.query(`insert into ${table} select * from copied_${table}`)
  await client.query('commit')
  const took = performance.now() - startedAt
  for (const [table] of tables) await client.query(`drop table copied_${table}`)
  return took
}

/** Times of `POST /apply` over HTTP, as the start command serves it, beside the database's own of the same rows. */
export const measureApply = async (): Promise<readonly ApplyTimes[]> => {
  const { product, stop } = await startProduct()
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 1 })
  const client = await pool.connect()
  const origin = product.dashboardUrl
  let cookie = ''
  const call = async (method: string, path: string, body: object) => {
    const startedAt = performance.now()
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { origin, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 1000)}`)
    const set = response.headers.getSetCookie().map((line) => line.split(';')[0])
    if (set.length > 0) cookie = set.join('; ')
    return performance.now() - startedAt
  }
  try {
    const email = `apply-${Date.now()}@example.com`
    await call('POST', '/auth/sign-up', { email, password: 'a short sentence works', firstName: 'Ada', lastName: '' })
    const { rows } = await client.query<{ id: string }>(`update accounts set plan = 'SUPER' returning id`)
    const accountId = rows.at(-1)?.id ?? ''
    await call('PUT', '/secrets/TOKEN', { value: 'a value' })
    const apply = (mode: 'plan' | 'apply', resources: readonly object[], project: string) =>
      call('POST', '/apply', { project, mode, resources })
    await apply('apply', resourcesOf(40, 'warm'), 'warm')
    const times: ApplyTimes[] = []
    for (const count of [40, 1000]) {
      const prefix = `of${count}`
      const resources = resourcesOf(count, prefix)
      const planMs = await apply('plan', resources, prefix)
      const applyMs = await apply('apply', resources, prefix)
      const againMs = await apply('apply', resources, prefix)
      times.push({ resources: count, planMs, applyMs, againMs, bulkMs: await bulkInsertMs(client, accountId, prefix) })
    }
    return times
  } finally {
    client.release()
    await pool.end()
    await stop()
  }
}
