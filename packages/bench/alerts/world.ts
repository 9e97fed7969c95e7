import { randomBytes, randomUUID } from 'node:crypto'
import { freePort } from '@knockwire/db/testing/processes/free-port'
import { startDatabase } from '../chaos/world/database.ts'
import { startApi } from '../ingress/ingress-server.ts'
import type { Child } from '../parts/child.ts'
import { startExecutor } from '../parts/executor.ts'
import { mainFiles, type Programs } from '../restore/product.ts'
import { startMailServer, startTarget } from './peers.ts'

const accountsSql = `
  with made as (
    insert into accounts (id, name, plan, created_at)
    select gen_random_uuid(), 'Trial ' || n, 'SUPER', now() from generate_series(1, 3) n returning id
  ), made_users as (
    insert into users (id, email, first_name, last_name, created_at)
    select id, id || '@example.com', 'Trial', '', now() from made returning id, email
  ), members as (
    insert into memberships (account_id, user_id, role, selected_at, created_at)
    select id, id, 'OWNER', now(), now() from made_users
  )
  select id, email from made_users`

const taskSql = `
  with task as (
    insert into tasks (id, account_id, name, is_draft, request, created_at, updated_at)
    values ($1, $2, 'Trial', false, $3::jsonb, now(), now())
  )
  insert into schedules (task_id, account_id, mode, status, interval_second, anchor_at, due_at)
  values ($1, $2, 'INTERVAL', 'ACTIVE', 2, date_trunc('second', now()), date_trunc('second', now()) + interval '2 seconds')`

const notificationSql = `
  insert into notifications (id, account_id, task_id, type, condition, setting, created_at, updated_at)
  values (gen_random_uuid(), $1, $2, 'HTTP', $3::jsonb, $4::jsonb, now(), now())`

const receiverSql = `
  insert into receivers (id, account_id, token, name, status, response_code, content_type, response_body, created_at, updated_at)
  values (gen_random_uuid(), $1, $2, 'Trial', 'ACTIVE', 200, 'text/plain', '', now(), now())`

const request = (uri: string, method = 'GET') => ({
  uri,
  method,
  headers: [],
  body: null,
  basicAuth: { status: 'DISABLED', username: '', password: null },
  followRedirect: true,
  allowInsecureCerts: false,
})

const isOk = {
  source: 'response_code',
  property: '',
  comparison: 'number_equal_to',
  rightValue: 200,
  advancedCondition: null,
}

/**
 * A whole product on its own database, with three accounts, each with a task every two seconds that calls this machine and
 * notifies it each time, a receiver, and a mail server.
 */
export const startWorld = async (programs: Programs) => {
  const [database, target, mail] = [await startDatabase(), await startTarget(), await startMailServer()]
  const { pool, encryptionKey } = database
  const ports = { api: await freePort(), executor: await freePort() }
  const quiet = () => {}
  const origin = (path: string) => `http://127.0.0.1:${target.port}${path}`
  const mailSettings = { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'no-reply@example.com' }
  const programOf = (app: string) => `../../apps/${app}/${mainFiles[programs]}`
  const makeExecutor = () => {
    const changes = { ...mailSettings, EXECUTOR_OPERATOR_PORT: String(ports.executor) }
    return startExecutor(database.url, encryptionKey, changes, quiet, programOf('executor'))
  }
  const api = await startApi(
    { url: database.url, encryptionKey },
    'all',
    { OPERATOR_PORT: String(ports.api), CODES_PER_HOUR: '1000' },
    quiet,
    programOf('api'),
  )
  let executor: Child = await makeExecutor()
  const { rows: accounts } = await pool.query<{ id: string; email: string }>(accountsSql)
  const token = randomBytes(16).toString('base64url')
  await pool.query(receiverSql, [accounts[0]?.id, token])
  for (const { id } of accounts) {
    const taskId = randomUUID()
    await pool.query(taskSql, [taskId, id, JSON.stringify(request(origin('/task')))])
    const setting = { type: 'HTTP', request: request(origin('/hook'), 'POST') }
    await pool.query(notificationSql, [id, taskId, JSON.stringify(isOk), JSON.stringify(setting)])
  }
  await pool.query(`select pg_notify('knockwire_due', '')`)

  const killed = async (child: Child) => {
    child.process.kill('SIGKILL')
    await child.stop()
  }
  return {
    ports,
    shutDownDatabase: () => database.shutDown(),
    mail,
    api,
    executor: () => executor,
    accounts,
    killExecutor: () => killed(executor),
    killApi: () => killed(api),
    startExecutor: async () => void (executor = await makeExecutor()),
    /** From now on, the tasks of so many accounts call a port where nobody listens. */
    breakTasks: (count: number) =>
      pool.query(
        `update tasks set request = jsonb_set(request, '{uri}', '"http://127.0.0.1:9/"')
         where account_id = any ($1::uuid[])`,
        [accounts.slice(0, count).map(({ id }) => id)],
      ),
    /** From now on, the notifications of so many accounts are answered 500. */
    breakHooks: (count: number) =>
      pool.query(
        `update notifications set setting = jsonb_set(setting, '{request,uri}', to_jsonb($2::text))
         where account_id = any ($1::uuid[])`,
        [accounts.slice(0, count).map(({ id }) => id), origin('/broken')],
      ),
    requestCode: (email: string) =>
      fetch(`http://127.0.0.1:${api.port}/api/v1/auth/forgot`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'http://localhost:1', host: 'localhost:1' },
        body: JSON.stringify({ email }),
      }),
    sendWebhook: () =>
      fetch(`http://127.0.0.1:${api.receiverPort}/r/${token}`, { method: 'POST', body: '{}' }).catch(() => null),
    stop: async () => {
      // It may hang, and would not hear that it is to stop.
      executor.process.kill('SIGCONT')
      await Promise.allSettled([api.stop(), executor.stop()])
      target.stop()
      mail.stop()
      await database.stop()
    },
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>
