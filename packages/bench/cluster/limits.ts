import { plans } from '@knockwire/domain/plans/plans'
import type pg from 'pg'
import { sleep } from '../parts/bench.ts'
import { numberOf } from './parts.ts'

/** Who signs up is on the free plan. */
const { receivers: receiversLimit, receiverCallsPerMinute: callsPerMinuteLimit } = plans.FREE

export interface Api {
  port: number
  receiverPort: number
}

export interface Limits {
  /** Receivers that were requested at once, at all processes in turn, and those that there are then. */
  calls: number
  receivers: number
  receiversLimit: number
  /** Requests to one receiver within a minute, and those that were taken and that are recorded. */
  sent: number
  taken: number
  recorded: number
  callsLimit: number
}

const headers = { origin: 'http://localhost:1', 'content-type': 'application/json' }

const signUp = async (port: number): Promise<{ cookie: string; email: string }> => {
  const email = `limits${Date.now()}@example.com`
  const person = { email, password: 'a long password', firstName: 'L', lastName: 'B' }
  const init = { method: 'POST', headers, body: JSON.stringify(person) }
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/auth/sign-up`, init)
  if (!answer.ok) throw new Error(`Signing up answered ${answer.status}: ${await answer.text()}`)
  const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0])
  return { cookie: cookie.join('; '), email }
}

const activateSql = `
  update receivers set status = 'ACTIVE', is_draft = false, response_code = 200, content_type = 'text/plain',
    response_body = 'ok' where id = $1`

/** A window of requests is a minute of the clock: not one that ends while they are sent. */
const untilEarlyInMinute = async () => {
  const second = (Date.now() / 1000) % 60
  if (second > 40) await sleep((61 - second) * 1000)
}

/** Asks several processes for more than a plan allows, all at once. */
export const measureLimits = async (pool: pg.Pool, apis: readonly Api[]): Promise<Limits> => {
  const [first] = apis
  if (first === undefined) throw new Error('There is no API.')
  const { cookie, email } = await signUp(first.port)
  const apiOf = (n: number) => apis[n % apis.length] ?? first
  const calls = 3 * receiversLimit
  await Promise.all(
    Array.from({ length: calls }, async (_, n) => {
      const init = { method: 'POST', headers: { ...headers, cookie } }
      await (await fetch(`http://127.0.0.1:${apiOf(n).port}/api/v1/receivers`, init)).text()
    }),
  )
  const ofAccount = `from receivers r join account_owners o on o.account_id = r.account_id where o.email = $1`
  const receivers = await numberOf(pool, `select count(*)::int as n ${ofAccount}`, [email])
  const { rows } = await pool.query<{ id: string; token: string }>(`select r.id, r.token ${ofAccount} limit 1`, [email])
  const [receiver] = rows
  if (receiver === undefined) throw new Error('There is no receiver.')
  await pool.query(activateSql, [receiver.id])
  await untilEarlyInMinute()
  const sent = 5 * callsPerMinuteLimit
  const answers = await Promise.all(
    Array.from({ length: sent }, async (_, n) => {
      const answer = await fetch(`http://127.0.0.1:${apiOf(n).receiverPort}/r/${receiver.token}`, { method: 'POST' })
      await answer.text()
      return answer.status
    }),
  )
  const recordedSql = 'select count(*)::int as n from received_requests where receiver_id = $1'
  return {
    calls,
    receivers,
    receiversLimit,
    sent,
    taken: answers.filter((status) => status === 200).length,
    recorded: await numberOf(pool, recordedSql, [receiver.id]),
    callsLimit: callsPerMinuteLimit,
  }
}
