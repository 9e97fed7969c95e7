import type { ExpectedCalls } from '@knockwire/db/testing/invariants/heartbeats/record'
import type pg from 'pg'
import { hookOf, idOf, insertReceiver } from '../world/rows.ts'
import { heartbeats, type PlannedHeartbeat } from './plan-signals.ts'

export const heartbeatTokenOf = (index: number): string =>
  idOf(`heartbeat token${index}`).replaceAll('-', '').slice(0, 22)

const heartbeatSql = `
  insert into heartbeats (receiver_id, account_id, expectation, state, since) values ($1, $2, $3::jsonb, 'NEW', now())`

const notificationSql = `
  insert into notifications (id, account_id, receiver_id, type, heartbeat, setting, created_at, updated_at)
  values ($1, $2, $3, 'HTTP', $4::jsonb, $5::jsonb, now(), now())`

/** What the body of a signal says that is not to count as a success. */
export const unmetMark = 'unmet'

const unmarked = {
  source: 'request_body_text',
  property: '',
  comparison: 'string_not_contain',
  rightValue: unmetMark,
  advancedCondition: null,
}

const expectationOf = ({ behaviour, everySeconds, graceSeconds, maxRunSeconds }: PlannedHeartbeat) => ({
  mode: everySeconds === null ? 'CRON' : 'EVERY',
  everySeconds,
  expression: everySeconds === null ? '* * * * *' : null,
  timezone: null,
  graceSeconds,
  maxRunSeconds,
  activeHours: null,
  countsHead: false,
  successCondition: behaviour === 'conditional' ? unmarked : null,
})

/** Receivers that expect calls, each with a notification about its heartbeat. */
export const seedHeartbeats = async (pool: pg.Pool, accountId: string, origin: string): Promise<ExpectedCalls[]> => {
  const expected: ExpectedCalls[] = []
  for (const [index, planned] of heartbeats.entries()) {
    const [receiverId, notificationId] = [idOf(`heartbeat${index}`), idOf(`heartbeat rule${index}`)]
    await insertReceiver(pool, {
      id: receiverId,
      accountId,
      token: heartbeatTokenOf(index),
      name: `Heartbeat ${index}`,
    })
    await pool.query(heartbeatSql, [receiverId, accountId, JSON.stringify(expectationOf(planned))])
    const { isLateWatched } = planned
    const firing = { notifyOnRecovery: true, notifyWhenLate: isLateWatched, afterInARow: 1, recoverAfterInARow: 1 }
    const setting = hookOf(`${origin}/alert`, '{"state":"{{ heartbeat.state }}"}')
    await pool.query(notificationSql, [
      notificationId,
      accountId,
      receiverId,
      JSON.stringify(firing),
      JSON.stringify(setting),
    ])
    const { everySeconds, graceSeconds, maxRunSeconds } = planned
    expected.push({
      receiverId,
      notificationId,
      everyMs: everySeconds === null ? null : everySeconds * 1000,
      graceMs: graceSeconds * 1000,
      maxRunMs: maxRunSeconds === null ? null : maxRunSeconds * 1000,
      isLateWatched,
    })
  }
  return expected
}
