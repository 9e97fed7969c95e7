import { insertNotification, insertTask, runNow, runVictim } from '../measures/hostile-conditions.ts'
import { type Bench, sleep } from '../parts/bench.ts'
import { type Beside, compare, type EndAttack } from './beside.ts'

const victims = 40
const attackers = 25
const notificationsEach = 20
/** The attack goes on for as long as the others' runs are measured. */
const everyMs = 2000

let runs = 0

/** Another account's run with an alert, from when it is due to when the alert is sent. */
const alertOfAnother = async (bench: Bench) => {
  const { alertMs } = await runVictim(bench, `beside ${(runs += 1)}`)
  if (alertMs === null) throw new Error('An alert was lost beside the attack.')
}

/** Accounts with a task each that is due again and again. */
const startRuns = async (bench: Bench, name: string, prepare: (id: string) => Promise<void>): Promise<EndAttack> => {
  const ids = Array.from({ length: attackers }, (_, at) => `${name} ${at}`)
  for (const id of ids) await prepare(id)
  let isEnded = false
  const attack = async () => {
    while (!isEnded) {
      await runNow(bench.database.pool, ids)
      await sleep(everyMs)
    }
  }
  const running = attack()
  await sleep(everyMs / 4)
  return async () => {
    isEnded = true
    await running
  }
}

/** Targets answer with headers and bodies of thousands of digits, which twenty conditions of each task compare as numbers. */
export const measureHostileNumbers = (bench: Bench): Promise<Beside> =>
  compare({
    call: () => alertOfAnother(bench),
    calls: victims,
    attack: () =>
      startRuns(bench, 'numbers', async (id) => {
        await insertTask(bench, id, 'FREE', '/digits')
        for (let at = 0; at < notificationsEach; at += 1) {
          const source = at % 2 === 0 ? 'response_header' : 'response_body_text'
          const watched = { source, property: source === 'response_header' ? 'x-n' : '' }
          await insertNotification(bench, id, { ...watched, comparison: 'number_greater_than', rightValue: 1 })
        }
      }),
  })

export interface HostileDeliveries extends Beside {
  /** Requests that one host got of these accounts within the measure, and how long that took. */
  sent: number
  seconds: number
  deferred: number
}

/** Each run of each task notifies one target twenty times by HTTP. */
export const measureHostileDeliveries = async (bench: Bench): Promise<HostileDeliveries> => {
  const startedAt = performance.now()
  const beside = await compare({
    call: () => alertOfAnother(bench),
    calls: victims,
    attack: () =>
      startRuns(bench, 'deliveries', async (id) => {
        await insertTask(bench, id, 'FREE', '/')
        for (let at = 0; at < notificationsEach; at += 1) await insertHttpNotification(bench, id)
      }),
  })
  const { rows } = await bench.database.pool.query<{ sent: number; deferred: number }>(countSql)
  const seconds = (performance.now() - startedAt) / 1000
  return { ...beside, sent: rows[0]?.sent ?? NaN, deferred: rows[0]?.deferred ?? NaN, seconds }
}

const countSql = `
  select count(*) filter (where attempts > 0)::int as sent, count(*) filter (where attempts = 0)::int as deferred
  from deliveries where type = 'HTTP'`

const notificationSql = `
  insert into notifications (id, account_id, task_id, type, condition, setting, created_at, updated_at)
  values (gen_random_uuid(), md5($1)::uuid, md5($1)::uuid, 'HTTP', $2::jsonb, $3::jsonb, now(), now())`

const insertHttpNotification = async ({ database, targetOrigin }: Bench, id: string) => {
  const condition = { source: 'response_code', property: '', comparison: 'number_equal_to', rightValue: 200 }
  const request = {
    uri: `${targetOrigin}/`,
    method: 'POST',
    headers: [],
    body: null,
    basicAuth: { status: 'DISABLED', username: '', password: null },
    followRedirect: true,
    allowInsecureCerts: false,
  }
  const values = [
    id,
    JSON.stringify({ ...condition, advancedCondition: null }),
    JSON.stringify({ type: 'HTTP', request }),
  ]
  await database.pool.query(notificationSql, values)
}
