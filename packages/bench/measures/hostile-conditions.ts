import type pg from 'pg'
import { type Bench, sleep } from '../parts/bench.ts'

/** What a victim's run and alert take, in milliseconds from when the run was due; null where it did not come. */
export interface VictimTimes {
  runMs: number | null
  alertMs: number | null
}

export interface HostileLoad {
  attackers: number
  selectors: Selectors
  victims: VictimTimes[]
}

/** `positions`: the library alone takes quadratic time for them. `slow`: nothing but the deadline ends them. */
type Selectors = keyof typeof selectorOf
const selectorOf = {
  positions: (at: number) => `p:nth-child(${at + 2}n+1)`,
  slow: (at: number) => `p:not(:gt(${at + 2})) ~ b`,
}

const loadsInTurn: Omit<HostileLoad, 'victims'>[] = [
  { attackers: 0, selectors: 'positions' },
  { attackers: 3, selectors: 'positions' },
  { attackers: 8, selectors: 'positions' },
  { attackers: 12, selectors: 'positions' },
  { attackers: 20, selectors: 'positions' },
  { attackers: 12, selectors: 'slow' },
]
const victimsEach = 3
/** An alert that takes longer than this counts as lost. */
const longestWaitMs = 60_000
/** The attackers' calls are in flight by then. */
const headStartMs = 500
const notificationsEach = 20

/**
 * Accounts that each run one task once, on a page of 49,000 paragraphs with twenty notifications whose selectors look
 * at all siblings of each; half a second later an account's run whose notification compares one number of a small
 * document. Each attack has new accounts, so that none is known for what it did before.
 */
export const measureHostileConditions = async (bench: Bench): Promise<HostileLoad[]> => {
  await runVictim(bench, 'warm-up')
  const loads: HostileLoad[] = []
  for (const { attackers, selectors } of loadsInTurn) {
    const victims: VictimTimes[] = []
    for (let victim = 1; victim <= victimsEach; victim += 1) {
      const name = `${attackers}-${selectors}-${victim}`
      // The slow ones go on for minutes after their attack, so there is but one.
      if (selectors !== 'slow' || victim === 1) await startAttack(bench, name, { attackers, selectors })
      await sleep(headStartMs)
      victims.push(await runVictim(bench, name))
      if (selectors !== 'slow') await untilAllEnded(bench)
    }
    loads.push({ attackers, selectors, victims })
  }
  return loads
}

const startAttack = async (bench: Bench, name: string, load: Omit<HostileLoad, 'victims'>) => {
  const { attackers, selectors } = load
  const ids = Array.from({ length: attackers }, (_, at) => `attacker ${name} ${at}`)
  for (const id of ids) {
    await insertTask(bench, id, 'FREE', '/paragraphs')
    for (let at = 0; at < notificationsEach; at += 1) {
      const watched = { source: 'response_body_html_element', property: selectorOf[selectors](at) }
      await insertNotification(bench, id, { ...watched, comparison: 'string_equal_to', rightValue: 'never' })
    }
  }
  await runNow(bench.database.pool, ids)
}

export const runVictim = async (bench: Bench, name: string): Promise<VictimTimes> => {
  const id = `victim ${name}`
  const { pool } = bench.database
  await insertTask(bench, id, 'SUPER', '/')
  const watched = { source: 'response_body_json', property: '$.queue' }
  await insertNotification(bench, id, { ...watched, comparison: 'number_equal_to', rightValue: 0 })
  const startedAt = performance.now()
  const sinceStart = (found: unknown) => (found === null ? null : performance.now() - startedAt)
  await runNow(pool, [id])
  const run = poll(pool, `select 1 from executions where task_id = md5($1)::uuid and status = 'SUCCEEDED'`, [id])
  const alert = poll(pool, 'select 1 from dev_outbox where body = $1', [id])
  const [runMs, alertMs] = await Promise.all([run.then(sinceStart), alert.then(sinceStart)])
  return { runMs, alertMs }
}

const untilAllEnded = async ({ database }: Bench) => {
  const ended = `select 1 where not exists (select from executions where status in ('QUEUED', 'RUNNING'))`
  const found = await poll(database.pool, ended, [], 600_000)
  if (found === null) throw new Error('The attackers’ runs did not end within ten minutes.')
}

/** The first row, as soon as there is one; null where none comes. */
const poll = async (pool: pg.Pool, sql: string, values: unknown[], withinMs = longestWaitMs): Promise<unknown> => {
  const until = performance.now() + withinMs
  for (;;) {
    const { rows } = await pool.query<object>(sql, values)
    if (rows.length > 0) return rows[0]
    if (performance.now() > until) return null
    await sleep(20)
  }
}

const taskSql = `
  with account as (
    insert into accounts (id, name, plan, created_at) values (md5($1)::uuid, $1, $2, now())
  ), task as (
    insert into tasks (id, account_id, name, is_draft, request, created_at, updated_at)
    values (md5($1)::uuid, md5($1)::uuid, $1, false, $3::jsonb, now(), now())
  )
  insert into schedules (task_id, account_id, mode, status, interval_second, anchor_at, due_at)
  values (md5($1)::uuid, md5($1)::uuid, 'INTERVAL', 'ACTIVE', 86400, now(), now() + interval '1 day')`

export const insertTask = async ({ database, targetOrigin }: Bench, id: string, plan: string, path: string) => {
  const request = {
    uri: targetOrigin + path,
    method: 'GET',
    headers: [],
    body: null,
    basicAuth: { status: 'DISABLED', username: '', password: null },
    followRedirect: true,
    allowInsecureCerts: false,
  }
  await database.pool.query(taskSql, [id, plan, JSON.stringify(request)])
}

const notificationSql = `
  insert into notifications (id, account_id, task_id, type, condition, setting, created_at, updated_at)
  values (gen_random_uuid(), md5($1)::uuid, md5($1)::uuid, 'SMS', $2::jsonb, $3::jsonb, now(), now())`

export const insertNotification = async ({ database }: Bench, id: string, condition: object) => {
  const sms = { countryCode: '+1', phoneNumber: '+16045550199', template: '{{ task.name }}' }
  const values = [id, JSON.stringify({ ...condition, advancedCondition: null }), JSON.stringify({ type: 'SMS', sms })]
  await database.pool.query(notificationSql, values)
}

export const runNow = async (pool: pg.Pool, ids: readonly string[]) => {
  if (ids.length === 0) return
  await pool.query(
    `with due as (update schedules set due_at = now() where task_id in (select md5(id)::uuid from unnest($1::text[]) id) returning 1)
     select pg_notify('knockwire_due', '') from due limit 1`,
    [ids],
  )
}
