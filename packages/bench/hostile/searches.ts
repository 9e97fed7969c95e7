import { randomBytes } from 'node:crypto'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { startApi } from '../ingress/ingress-server.ts'
import type { BenchDatabase } from '../parts/bench-database.ts'
import { sleep } from '../parts/bench.ts'
import { type Beside, compare, keepDoing } from './beside.ts'

export interface HostileSearches extends Beside {
  /** Searches that were answered, and those that were turned away. */
  answered: number
  rejected: number
}

const executions = 180
const bodyBytes = 1_000_000
const searchesAtOnce = 12

/** One account searches a history of 180 MB, twelve times at once and again and again, beside another account's calls. */
export const measureHostileSearches = async (database: BenchDatabase): Promise<HostileSearches> => {
  const warnings: object[] = []
  const api = await startApi(database, 'all', {}, (line) => void warnings.push(line))
  try {
    const origin = `http://localhost:${api.port}`
    const attacker = await signUp(origin, 'attacker')
    const victim = await signUp(origin, 'victim')
    const taskId = await insertHistory(database)
    let [answered, rejected] = [0, 0]
    const search = async () => {
      const path = `/tasks/${taskId}/executions?text=${encodeURIComponent('not there')}`
      if ((await get(origin, attacker, path)) === 429) {
        rejected += 1
        // As a program that is told to wait a second does not.
        await sleep(100)
      } else answered += 1
    }
    const beside = await compare({
      call: () => get(origin, victim, '/accounts/me'),
      calls: 500,
      attack: async () => keepDoing(search, searchesAtOnce),
    })
    return { ...beside, answered, rejected }
  } finally {
    await api.stop()
  }
}

/** As settings say it; the server answers to loopback names besides. */
const publicOrigin = 'http://localhost:1'

/** The cookie of a new account. */
const signUp = async (origin: string, name: string): Promise<string> => {
  const response = await fetch(`${origin}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicOrigin },
    body: JSON.stringify({
      email: `${name}@example.com`,
      password: randomBytes(12).toString('hex'),
      firstName: name,
      lastName: 'Bench',
    }),
  })
  const [cookie] = response.headers.getSetCookie()
  if (!response.ok || cookie === undefined)
    throw new Error(`Sign-up answered ${response.status}: ${await response.text()}`)
  return cookie.split(';')[0] ?? ''
}

const get = async (origin: string, cookie: string, path: string): Promise<number> => {
  const response = await fetch(`${origin}/api/v1${path}`, { headers: { cookie } })
  await response.arrayBuffer()
  return response.status
}

const taskSql = `
  with owner as (select account_id as id from account_owners where email = 'attacker@example.com'), task as (
    insert into tasks (id, account_id, name, is_draft, request, created_at, updated_at)
    select $1::uuid, id, 'Searched', false, '{"uri": "http://127.0.0.1:1", "method": "GET", "headers": [], "body": null}', now(), now() from owner
  )
  insert into schedules (task_id, account_id, mode, status, interval_second, anchor_at)
  select $1::uuid, id, 'INTERVAL', 'DISABLED', 60, now() from owner`

const runSql = `
  with run as (
    insert into executions (id, task_id, account_id, trigger, status, status_code, response_time_ms, scheduled_for, created_at, started_at)
    select $1::uuid, $2::uuid, account_id, 'TEST', 'SUCCEEDED', 200, 1, now(), now(), now() from tasks where id = $2::uuid
  )
  insert into execution_details (execution_id, response_body) values ($1::uuid, $3)`

const insertHistory = async ({ pool }: BenchDatabase): Promise<string> => {
  const taskId = uuidv7()
  await pool.query(taskSql, [taskId])
  for (let count = 0; count < executions; count += 1) {
    await pool.query(runSql, [uuidv7(), taskId, randomBytes(bodyBytes)])
  }
  return taskId
}
