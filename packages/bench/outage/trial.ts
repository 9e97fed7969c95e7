import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { sleep } from '../parts/bench.ts'
import type { Programs } from '../restore/product.ts'
import { type Cut, openNamespace } from './network-namespace.ts'
import { startWorld, type World } from './world.ts'

export interface Trial {
  cutSeconds: number
  how: Cut
  intervalSeconds: number
  programs?: Programs
  log?: (line: string) => void
}

export interface Seen {
  tasks: number
  /** Runs of the time of the cut. */
  inconclusive: number
  failed: number
  deactivated: number
  alertsOfCut: number
  /** Of the tasks of one host that was stopped after the cut. */
  tasksOfHost: number
  alertedOfHost: number
  /** Mails about the time that is missing, of each account. */
  mails: number[]
}

const accounts = 2

const accountSql = `
  with account as (
    insert into accounts (id, name, plan, created_at) values ($1, $2, 'FREE', now())
  ), owner as (
    insert into users (id, email, first_name, last_name, created_at) values ($1, $2, 'A', 'B', now())
  ), membership as (
    insert into memberships (account_id, user_id, role, created_at, selected_at) values ($1, $1, 'OWNER', now(), now())
  )
  insert into verified_emails (account_id, address, verified_at) values ($1, $2, now())`

const taskSql = `
  with task as (
    insert into tasks (id, account_id, name, is_draft, request, created_at, updated_at)
    values ($1, $2, $3, false, $4::jsonb, now(), now())
  )
  insert into schedules (task_id, account_id, mode, status, interval_second, anchor_at, due_at)
  values ($1, $2, 'INTERVAL', 'ACTIVE', $5::int, now(), now() + random() * $5::int * interval '1 second')`

const notificationSql = `
  insert into notifications (id, account_id, task_id, type, condition, setting, created_at, updated_at)
  values ($1, $2, $3, 'HTTP', $4::jsonb, $5::jsonb, now(), now())`

const requestOf = (uri: string, method = 'GET') => ({
  uri,
  method,
  headers: [],
  body: null,
  basicAuth: { status: 'DISABLED', username: '', password: null },
  followRedirect: true,
  allowInsecureCerts: false,
})

const isDown = {
  source: 'response_code',
  property: '',
  comparison: 'is_null',
  rightValue: null,
  advancedCondition: null,
}

/** A task of each account at each host, watched by a notification that calls a hook at the second host. */
const seed = async (pool: pg.Pool, hosts: readonly string[], intervalSeconds: number) => {
  const emails: string[] = []
  for (let account = 0; account < accounts; account += 1) {
    const [accountId, email] = [randomUUID(), `account-${account}@example.com`]
    emails.push(email)
    await pool.query(accountSql, [accountId, email])
    for (const [at, host] of hosts.entries()) {
      const taskId = randomUUID()
      const request = JSON.stringify(requestOf(`${host}/`))
      await pool.query(taskSql, [taskId, accountId, `Host ${at}`, request, intervalSeconds])
      const setting = { type: 'HTTP', request: requestOf(`${hosts[1]}/hook/${at}`, 'POST') }
      const values = [randomUUID(), accountId, taskId, JSON.stringify(isDown), JSON.stringify(setting)]
      await pool.query(notificationSql, values)
    }
  }
  return emails
}

const numberOf = async (pool: pg.Pool, sql: string, values: unknown[] = []) =>
  Number((await pool.query<{ n: string }>(sql, values)).rows[0]?.n)

const waitFor = async (what: string, withinMs: number, isTrue: () => Promise<boolean>) => {
  const until = Date.now() + withinMs
  while (!(await isTrue())) {
    if (Date.now() > until) throw new Error(`Within ${withinMs / 1000} s it has not come to this: ${what}.`)
    await sleep(250)
  }
}

/** Every task has a response whose call began after that time. */
const allAnswered = (pool: pg.Pool, since: Date) => async () =>
  (await numberOf(
    pool,
    `select count(*) as n from tasks t where not exists (
       select from executions e where e.task_id = t.id and e.status = 'SUCCEEDED' and e.started_at > $1)`,
    [since],
  )) === 0

/** Embedded mode keeps what it mails. */
const mailsSql = `select count(*) as n from dev_outbox where "to" = $1 and subject like '%could not be checked%'`

/** Cuts the network of an executor for so long, restores it, and gives what came of it. */
export const tryOutage = async (trial: Trial): Promise<Seen> => {
  const namespace = openNamespace()
  try {
    const world = await startWorld(namespace, trial.programs ?? 'source')
    try {
      return await watch(trial, world, namespace)
    } finally {
      await world.stop()
    }
  } finally {
    namespace.close()
  }
}

const watch = async (
  { cutSeconds, how, intervalSeconds, log = () => {} }: Trial,
  { pool, targets, metric }: World,
  { targetAddresses, cut, restore }: ReturnType<typeof openNamespace>,
): Promise<Seen> => {
  const hosts = targetAddresses.map((address) => `http://${address}:${targets.port}`)
  const emails = await seed(pool, hosts, intervalSeconds)
  const timeoutMs = 90_000 + 3000 * intervalSeconds
  await waitFor('all tasks are answered', timeoutMs, allAnswered(pool, new Date(0)))
  log(`${hosts.length * accounts} tasks are answered. The network is cut for ${cutSeconds} s (${how}).`)
  const cutAt = new Date()
  cut(how)
  await sleep(cutSeconds * 1000)
  if ((await metric('knockwire_network_outage')) !== 1)
    throw new Error('The metric does not say that there is an outage.')
  restore()
  const restoredAt = new Date()
  await waitFor('all tasks are answered again', timeoutMs, allAnswered(pool, restoredAt))
  await waitFor(
    'the metric says that the outage is over',
    90_000,
    async () => (await metric('knockwire_network_outage')) === 0,
  )
  log('All tasks are answered again.')
  const count = (code: string) =>
    numberOf(pool, `select count(*) as n from executions where status = 'FAILED' and started_at > $1 and ${code}`, [
      cutAt,
    ])
  const seen = {
    tasks: hosts.length * accounts,
    inconclusive: await count(`error_code = 'INCONCLUSIVE'`),
    failed: await count(`error_code <> 'INCONCLUSIVE'`),
    deactivated: await numberOf(pool, `select count(*) as n from schedules where status = 'DISABLED'`),
    alertsOfCut: targets.hooks.length,
  }
  targets.stop(0)
  log('One host is stopped.')
  await waitFor('the tasks of that host have alerted', timeoutMs, async () => targets.hooks.length >= accounts)
  const mailsTo = (email: string) => numberOf(pool, mailsSql, [email])
  const mails = () => Promise.all(emails.map(mailsTo))
  await waitFor('each account has a mail', 180_000, async () => (await mails()).every((number) => number > 0))
  return {
    ...seen,
    tasksOfHost: accounts,
    alertedOfHost: targets.hooks.slice(seen.alertsOfCut).filter((path) => path === '/hook/0').length,
    mails: await mails(),
  }
}
