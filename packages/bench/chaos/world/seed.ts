import { createHash } from 'node:crypto'
import type pg from 'pg'
import { allTasks, changedTasks } from '../plan.ts'
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

/** Of version 8, which is for ids of one's own making: the API refuses what is no UUID. */
const uuidOf = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-a$4-$5')

export const taskIdOf = (task: number) => uuidOf(`task${task}`)
export const tokenOf = (receiver: number) => createHash('md5').update(`token${receiver}`).digest('hex').slice(0, 22)
const receiverIdOf = (receiver: number) => uuidOf(`receiver${receiver}`)

const methodOf = (task: number) => methods[task % methods.length] ?? 'GET'

const requestOf = (uri: string, method: string, body: string | null = null) => ({
  uri,
  method,
  headers: [],
  body,
  basicAuth: { status: 'DISABLED', username: '', password: null },
  followRedirect: true,
  allowInsecureCerts: false,
})

const taskSql = `
  with task as (
    insert into tasks (id, account_id, name, is_draft, request, created_at, updated_at)
    values ($1, $2, $3, false, $4::jsonb, now(), now())
  )
  insert into schedules (task_id, account_id, mode, status, interval_second, anchor_at, due_at)
  values ($1, $2, 'INTERVAL', 'ACTIVE', $5, to_timestamp($6::float8 / 1000), to_timestamp($6::float8 / 1000))`

const receiverSql = `
  insert into receivers (id, account_id, token, name, status, response_code, content_type, response_body, created_at, updated_at)
  values ($1, $2, $3, $4, 'ACTIVE', 200, 'text/plain', 'ok', now(), now())`

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
  const call = (subject: string) => ({
    type: 'HTTP',
    request: requestOf(`${origin}/hook`, 'POST', `{"subject":"{{ ${subject} }}"}`),
  })
  for (let task = 1; task <= allTasks; task += 1) {
    const taskId = taskIdOf(task)
    const request = JSON.stringify(requestOf(`${origin}/task/${task}`, methodOf(task)))
    const interval = task <= changedTasks ? offeredInterval : intervals[task % intervals.length]
    await pool.query(taskSql, [taskId, id, `Task ${task}`, request, interval, startMs])
    if (isSometimesFailing(task)) {
      const rule = { ownerId: taskId, notificationId: uuidOf(`rule${task}`) }
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
        uuidOf(`mail${task}`),
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
    await pool.query(receiverSql, [receiverId, id, tokenOf(receiver), `Receiver ${receiver}`])
    if (receiver > notifyingReceivers) continue
    const rule = { ownerId: receiverId, notificationId: uuidOf(`receiver rule${receiver}`) }
    notified.push(rule)
    const setting = JSON.stringify(call('receiver.detailUrl'))
    const isConditional = receiver > notifyingReceivers - conditionalReceivers
    const condition = isConditional ? JSON.stringify(posted) : null
    await pool.query(notificationSql, [rule.notificationId, id, null, receiverId, 'HTTP', condition, setting])
    if (isConditional) await pool.query(countMatchesSql, [rule.notificationId])
  }
  return notified
}
