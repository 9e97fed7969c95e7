import { firstRun } from '@knockwire/domain/schedules/next-run'
import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import type pg from 'pg'
import { allTasks, changedTasks } from '../plan.ts'
import { hookOf, idOf, insertReceiver, requestOf } from './rows.ts'
import { isSometimesFailing } from './target.ts'

const methods = ['GET', 'POST', 'PUT'] as const
const intervals = [2, 3, 5, 10] as const
/** Of tasks that the user changes: the shortest on offer, without which none is activated again. It runs then, at once. */
const offeredInterval = 60
export const receivers = 8

/** The first ones notify, of which the last ones by a condition that holds for each request. */
const notifyingReceivers = 6
const conditionalReceivers = 2
/** Each of these mails about each response. */
const mailing = [37, 38]

const policies = ['ONCE', 'SKIP', 'ALL', 'ONCE'] as const
/** Of those that the user may change, all make up one of the times that they missed. */
const catchUpOf = (task: number) => (task <= changedTasks ? 'ONCE' : (policies[task % policies.length] ?? 'ONCE'))

/**
 * Their targets accept, and say later how it ended, or never: within so many seconds. None of them makes up all that it missed, since
 * that takes longer than its interval.
 */
export const completedTasks: ReadonlySet<number> = new Set([27, 28, 31, 32, 33])
export const completionSeconds = 6

/** Each by an expression, of which several times come in minutes, in zones that are a part of an hour off. */
const cronTasks: ReadonlyMap<number, readonly [expression: string, timezone: string | null]> = new Map([
  [29, ['* * * * *', null]],
  [30, ['*/2 * * * *', 'Asia/Kathmandu']],
  [34, ['* * * * *', 'Asia/Kolkata']],
  [35, ['1-59/3,0 * * * *', 'Asia/Kolkata']],
  [36, ['*/2 * * * *', null]],
  [39, ['* * * * *', 'Asia/Kathmandu']],
])

const scheduleOf = (task: number): SchedulerInput => {
  const [expression, timezone] = cronTasks.get(task) ?? [null, null]
  const interval = task <= changedTasks ? offeredInterval : (intervals[task % intervals.length] ?? null)
  const none = { oneTimeModeEpochSecond: null, oneTimeModeTimezone: null }
  return expression === null
    ? { mode: 'INTERVAL', intervalSecond: interval, expression: null, timezone: null, ...none }
    : { mode: 'CUSTOM', intervalSecond: null, expression, timezone, ...none }
}

export const taskIdOf = (task: number) => idOf(`task${task}`)
export const tokenOf = (receiver: number) => idOf(`token${receiver}`).replaceAll('-', '').slice(0, 22)
const receiverIdOf = (receiver: number) => idOf(`receiver${receiver}`)

const methodOf = (task: number) => methods[task % methods.length] ?? 'GET'

const taskSql = `
  with task as (
    insert into tasks (id, account_id, name, is_draft, request, completion_second, created_at, updated_at)
    values ($1, $2, $3, false, $4::jsonb, $8, now(), now())
  )
  insert into schedules (task_id, account_id, mode, status, interval_second, expression, timezone, anchor_at, due_at, catch_up)
  values ($1, $2, $9, 'ACTIVE', $5, $10, $11, to_timestamp($6::float8 / 1000), to_timestamp($12::float8 / 1000), $7)`

const notificationSql = `
  insert into notifications (id, account_id, task_id, receiver_id, type, condition, setting, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, now(), now())`

const failing = {
  source: 'response_code',
  property: '',
  comparison: 'number_equal_to',
  rightValue: 500,
  advancedCondition: null,
}

const posted = {
  source: 'request_method',
  property: '',
  comparison: 'string_equal_to',
  rightValue: 'POST',
  advancedCondition: null,
}

/** A rule that has a state keeps it: how many requests in a row its condition held for, which are all (up to 1000). */
const countMatchesSql = `
  insert into alert_states (notification_id, is_notified, consecutive_matches) values ($1, false, 0)`

interface Account {
  id: string
  email: string
}

/** Tasks that run from `startMs` on, receivers, and notifications of both. Gives whom each response of 500 or request notifies. */
export const seedAccount = async (pool: pg.Pool, { id, email }: Account, origin: string, startMs: number) => {
  const notified: { ownerId: string; notificationId: string }[] = []
  await pool.query(`update accounts set plan = 'SUPER' where id = $1`, [id])
  const verifySql = `
    insert into verified_emails (account_id, address, verified_at) values ($1, $2, now())
    on conflict (account_id, address) do update set verified_at = now()`
  await pool.query(verifySql, [id, email])
  const call = (subject: string) => hookOf(`${origin}/hook`, `{"subject":"{{ ${subject} }}"}`)
  for (let task = 1; task <= allTasks; task += 1) {
    const taskId = taskIdOf(task)
    const request = JSON.stringify(requestOf(`${origin}/task/${task}`, methodOf(task)))
    const schedule = scheduleOf(task)
    const completion = completedTasks.has(task) ? completionSeconds : null
    const { mode, intervalSecond, expression, timezone } = schedule
    const planned = [intervalSecond, startMs, catchUpOf(task), completion, mode, expression, timezone]
    const values = [taskId, id, `Task ${task}`, request, ...planned, firstRun(schedule, startMs)]
    await pool.query(taskSql, values)
    if (isSometimesFailing(task)) {
      const rule = { ownerId: taskId, notificationId: idOf(`rule${task}`) }
      notified.push(rule)
      const setting = JSON.stringify(call('execution.url'))
      await pool.query(notificationSql, [
        rule.notificationId,
        id,
        taskId,
        null,
        'HTTP',
        JSON.stringify(failing),
        setting,
      ])
    }
    if (mailing.includes(task)) {
      const condition = JSON.stringify({ ...failing, comparison: 'any', rightValue: null })
      const setting = { type: 'EMAIL', email: { address: email, subject: 'Ran', template: '{{ execution.url }}' } }
      await pool.query(notificationSql, [
        idOf(`mail${task}`),
        id,
        taskId,
        null,
        'EMAIL',
        condition,
        JSON.stringify(setting),
      ])
    }
  }
  for (let receiver = 1; receiver <= receivers; receiver += 1) {
    const receiverId = receiverIdOf(receiver)
    const row = { id: receiverId, accountId: id, token: tokenOf(receiver), name: `Receiver ${receiver}` }
    await insertReceiver(pool, row)
    if (receiver > notifyingReceivers) continue
    const rule = { ownerId: receiverId, notificationId: idOf(`receiver rule${receiver}`) }
    notified.push(rule)
    const setting = JSON.stringify(call('receiver.detailUrl'))
    const isConditional = receiver > notifyingReceivers - conditionalReceivers
    const condition = isConditional ? JSON.stringify(posted) : null
    await pool.query(notificationSql, [rule.notificationId, id, null, receiverId, 'HTTP', condition, setting])
    if (isConditional) await pool.query(countMatchesSql, [rule.notificationId])
  }
  return notified
}
