import type { Role } from '@knockwire/domain/accounts/role'
import type { DeliveryStatus } from '@knockwire/domain/notifications/deliveries/delivery'
import type { Plan } from '@knockwire/domain/plans/plan'
import { plans } from '@knockwire/domain/plans/plans'
import type { RejectionReason } from '@knockwire/domain/receivers/rejections'
import { openDatabase } from '@knockwire/db/client'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { Product } from './product.ts'

const query = async ({ databaseUrl }: Product, text: string, values: unknown[]): Promise<void> => {
  const { pool, close } = openDatabase({
    url: databaseUrl,
    max: 1,
    applicationName: 'e2e',
    onIdleError: (error) => console.error(error),
  })
  await pool.query(text, values)
  await close()
}

/** As the operator's command sets it. */
export const setPlan = (product: Product, email: string, plan: Plan): Promise<void> =>
  query(product, 'update accounts set plan = $1 where id in (select account_id from account_owners where email = $2)', [
    plan,
    email,
  ])

/** The role of somebody in their accounts. An account is without an owner then, which no call would allow. */
export const setRole = (product: Product, email: string, role: Role): Promise<void> =>
  query(product, 'update memberships set role = $1 where user_id = (select id from users where email = $2)', [
    role,
    email,
  ])

/** As a browser that was left open: its owner proved who they are an hour ago. */
export const leaveSessionsOpen = (product: Product, email: string): Promise<void> =>
  query(
    product,
    `update sessions set created_at = now() - interval '1 hour', confirmed_at = null
      where user_id = (select id from users where email = $1)`,
    [email],
  )

/** Records a request as one that came a minute ago and whose commit took until now. */
export const recordLate = (product: Product, receiverId: string): Promise<void> =>
  query(
    product,
    `with late as (
      insert into received_requests
        (id, receiver_id, created_at, method, url, remote_address, response_code, request_headers, request_body,
          response_body, content_type)
      values ($1, $2, now() - interval '1 minute', 'POST', '/late', '203.0.113.7', 200, '[]', '', '', 'text/plain')
    )
    update receiver_counters set total = total + 1 where receiver_id = $2`,
    [uuidv7(Date.now() - 60_000), receiverId],
  )

interface Rejection {
  reason: RejectionReason
  count: number
  daysAgo: number
}

/** Counts requests as rejected by a receiver days ago. */
export const insertRejection = (product: Product, receiverId: string, rejection: Rejection): Promise<void> =>
  query(
    product,
    `insert into rejected_requests (receiver_id, minute, reason, count)
      values ($1, now() - $2 * interval '1 day', $3, $4)`,
    [receiverId, rejection.daysAgo, rejection.reason, rejection.count],
  )

/** Lets the deliveries of what a receiver got stand so, as its channel would have left them. */
export const setDeliveries = (
  product: Product,
  receiverId: string,
  status: DeliveryStatus,
  error: string | null,
): Promise<void> =>
  query(
    product,
    `update deliveries set status = $2, error = $3, delivered_at = null
      where subject_id in (select id from received_requests where receiver_id = $1)`,
    [receiverId, status, error],
  )

/** Lets the schedule of a task be due now, whatever its next time was. */
export const makeDue = (product: Product, taskId: string): Promise<void> =>
  query(product, 'update schedules set due_at = now() where task_id = $1', [taskId])

/** Dates the runs of a task by a schedule of so many minutes, up to now, and counts them: for pictures, which show what otherwise takes hours. */
export const spreadRuns = async (product: Product, taskId: string, minutes: number): Promise<void> => {
  await query(
    product,
    `update executions set trigger = 'SCHEDULE',
        started_at = date_bin($2 * interval '1 minute', now(), 'epoch') - age.rank * $2 * interval '1 minute' + interval '2 ms'
      from (select id, row_number() over (order by id desc) - 1 as rank from executions where task_id = $1) age
      where executions.id = age.id`,
    [taskId, minutes],
  )
  await query(
    product,
    `insert into execution_rollups (task_id, bucket_at, runs, failures, http_errors, times)
      select task_id, date_bin('15 minutes', started_at, 'epoch'), count(*), count(*) filter (where status = 'FAILED'), 0, ''
      from executions where task_id = $1 group by 1, 2
      on conflict do nothing`,
    [taskId],
  )
}

/** The task was disabled from so many quarters of an hour ago until so many. */
export const insertPause = (product: Product, taskId: string, [from, to]: [from: number, to: number]): Promise<void> =>
  query(
    product,
    `insert into schedule_pauses (task_id, from_at, to_at)
      select $1, at - $2 * interval '15 minutes', at - $3 * interval '15 minutes'
      from date_bin('15 minutes', now(), 'epoch') at`,
    [taskId, from, to],
  )

/** Planned times of a task did not run: twelve while the server was away, and one beside an execution that was still running. */
export const insertMissedRuns = (product: Product, taskId: string): Promise<void> =>
  query(
    product,
    `insert into missed_runs (id, task_id, reason, from_at, to_at, runs, is_at_least, running_execution_id, away_from, away_to)
      select gen_random_uuid(), $1::uuid, 'AWAY', at - interval '40 minutes', at - interval '29 minutes', 12, false, null::uuid,
        at - interval '41 minutes', at - interval '28 minutes'
      from date_bin('1 minute', now(), 'epoch') at
      union all
      select gen_random_uuid(), $1::uuid, 'OVERLAP', at - interval '5 minutes', at - interval '5 minutes', 1, false,
        (select id from executions where task_id = $1::uuid order by id desc limit 1), null, null
      from date_bin('1 minute', now(), 'epoch') at`,
    [taskId],
  )

/**
 * Keeps counts of a task as if it had run each minute for these days: within 100 ms, every hundredth quarter of an hour with a
 * failure, and not at all for six hours two days ago.
 */
export const countRuns = (product: Product, taskId: string, days: number): Promise<void> =>
  query(
    product,
    `insert into execution_rollups (task_id, bucket_at, runs, failures, http_errors, times)
      select $1, date_bin('15 minutes', now(), 'epoch') - quarter * interval '15 minutes', 15,
        (quarter % 100 = 50)::int, (quarter % 70 = 30)::int, decode(repeat('6d', 13) || '80', 'hex')
      from generate_series(1, $2 * 96) quarter where quarter not between 192 and 215`,
    [taskId, days],
  )

/** Lets an account's sessions be an hour old, so that it has to confirm what opens it before changing that. */
export const ageSessions = (product: Product, email: string): Promise<void> =>
  query(
    product,
    `update sessions set created_at = now() - interval '1 hour', confirmed_at = null
      where user_id = (select id from users where email = $1)`,
    [email],
  )

export interface RateRowToInsert {
  key: string
  lender: string
  name: string
  kind: string
  rateType: string
  url: string
  staleAt: Date
  series: {
    product: string
    purpose: string
    rate: number
    effectiveDate: string
    history: { date: string; rate: number }[]
  }[]
}

/** What rate sources gave, in a few statements. */
export const insertRateRows = async (product: Product, rows: readonly RateRowToInsert[]): Promise<void> => {
  for (const { key, lender, name, kind, rateType, url, staleAt, series } of rows) {
    await query(
      product,
      `insert into rate_sources
        (key, lender, name, kind, rate_type, url, licence, is_enabled, next_fetch_at, last_fetched_at, last_success_at, stale_at)
        values ($1, $2, $3, $4, $5, $6, 'Written for the tests.', true, now() + interval '1 year', now(), now(), $7)`,
      [key, lender, name, kind, rateType, url, staleAt],
    )
    await query(
      product,
      `insert into current_rates
        (source_key, product, purpose, min_loan_amount, max_loan_amount, rate, effective_date, fetched_at, source_url, stale_at)
        select $1, product, purpose, 0, 1000000000, rate, "effectiveDate"::date, now(), $2, $3
          from jsonb_to_recordset($4) as s (product text, purpose text, rate float8, "effectiveDate" text)`,
      [key, url, staleAt, JSON.stringify(series)],
    )
    await query(
      product,
      `insert into rate_observations
        (id, source_key, product, purpose, min_loan_amount, max_loan_amount, rate, effective_date, fetched_at, source_url)
        select gen_random_uuid(), $1, product, purpose, 0, 1000000000, (point ->> 'rate')::float8, (point ->> 'date')::date,
            now(), $2
          from jsonb_to_recordset($3) as s (product text, purpose text, history jsonb),
            jsonb_array_elements(history) as point`,
      [key, url, JSON.stringify(series)],
    )
  }
}

/** The id (UUIDv7) of the nth execution or request from the newest, a minute apart; two tasks may be given theirs in one millisecond. */
const idOfMinute = `(lpad(to_hex((extract(epoch from now() - n * interval '1 minute') * 1000)::bigint), 12, '0')
  || '7' || lpad(to_hex(floor(random() * 4096)::int), 3, '0') || '8000' || lpad(to_hex(n), 12, '0'))::uuid`

/** The plan of the account that is selected, if it is free and keeps fewer: the executor deletes what is over a plan's limit. */
const upgradeFor = (count: number, account: string) => `
  update accounts set plan = 'BUSINESS'
  where id = (${account}) and plan = 'FREE' and ${count} > ${plans.FREE.history.executions}`

/**
 * Executions of a task, a minute apart up to a minute ago: every seventh from the newest was answered with 500, every
 * hundredth timed out, and every fiftieth is a test. The nth answers `{"order":n}`. An account's plan keeps them all.
 */
export const insertExecutions = async (product: Product, taskId: string, count: number): Promise<void> => {
  await query(
    product,
    `with upgraded as (${upgradeFor(count, 'select account_id from tasks where id = $1')}), made as (
      insert into executions (id, task_id, account_id, trigger, status, scheduled_for, created_at, started_at,
        response_time_ms, status_code, error_code)
      select ${idOfMinute}, $1, (select account_id from tasks where id = $1),
        case when n % 50 = 0 then 'TEST' else 'SCHEDULE' end,
        case when n % 100 = 0 then 'FAILED' else 'SUCCEEDED' end,
        at, at, at, 10 + n % 40,
        case when n % 100 = 0 then null when n % 7 = 0 then 500 else 200 end,
        case when n % 100 = 0 then 'TIMEOUT' end
      from generate_series(1, $2::int) n, lateral (select now() - n * interval '1 minute' as at) time
      returning id, status_code, substr(id::text, 25)::text as hex
    ), counted as (
      update schedules set executions_total = executions_total + $2 where task_id = $1
    )
    insert into execution_details (execution_id, request, response_headers, response_body, final_uri, timing)
    select id, '{"uri":"https://shop.example/stock","method":"GET","headers":[],"body":null}',
      '[["content-type","application/json"]]',
      case when status_code is not null then convert_to('{"order":' || ('x' || hex)::bit(48)::bigint || '}', 'UTF8') end,
      'https://shop.example/stock', '{"connectMs":1,"firstByteMs":5,"totalMs":10}'
    from made`,
    [taskId, count],
  )
}

/** Requests of a receiver, a minute apart up to a minute ago; the nth has the path `/orders/n`. Its account's plan keeps them all. */
export const insertRequests = (product: Product, receiverId: string, count: number): Promise<void> =>
  query(
    product,
    `with upgraded as (${upgradeFor(count, 'select account_id from receivers where id = $1')}), made as (
      insert into received_requests (id, receiver_id, created_at, method, url, remote_address, response_code,
        request_headers, request_body, response_body, content_type, error)
      select ${idOfMinute}, $1, now() - n * interval '1 minute', 'POST',
        '/r/' || (select token from receivers where id = $1) || '/orders/' || n, '203.0.113.7',
        case when n % 100 = 0 then 500 else 200 end, '[["content-type","application/json"],["x-github-event","push"]]',
        convert_to('{"order":' || n || '}', 'UTF8'), 'ok', 'text/plain',
        case when n % 100 = 0 then 'Line 1: no.' end
      from generate_series(1, $2::int) n
    )
    update receiver_counters set total = total + $2 where receiver_id = $1`,
    [receiverId, count],
  )

/**
 * Requests of a receiver as they were counted in each hour of so many days until now, and deleted since: about sixty an hour on weekdays
 * from 8 to 18 UTC, few at night. Three days ago none came for a day.
 */
export const countRequests = async (product: Product, receiverId: string, days: number): Promise<void> => {
  await query(
    product,
    `with hours as (
      select hour, date_trunc('day', hour, 'UTC') as day,
        case when hour >= date_trunc('day', now(), 'UTC') - interval '3 days' and hour < date_trunc('day', now(), 'UTC') - interval '2 days' then 0
          when extract(isodow from hour at time zone 'UTC') < 6 and extract(hour from hour at time zone 'UTC') between 8 and 17
            then 60 + (extract(epoch from hour)::bigint / 3600 * 7 % 15)::int - 7
          else (extract(epoch from hour)::bigint / 3600 % 3)::int end as received
      from generate_series(date_trunc('hour', now(), 'UTC') - $2 * interval '1 day', date_trunc('hour', now(), 'UTC') - interval '1 hour',
        interval '1 hour') hour
    )
    insert into receiver_rollups (receiver_id, day, received, rejected, last_seq, counted_until)
    select $1, day,
      array(select coalesce(h.received, 0) from generate_series(day, day + interval '23 hours', interval '1 hour') at
        left join hours h on h.hour = at order by at),
      array_fill(0, array[24]), sum(sum(received)) over (order by day), max(hour) + interval '1 hour'
    from hours group by day`,
    [receiverId, days],
  )
  await query(
    product,
    `insert into counted_hours select generate_series(date_trunc('hour', now(), 'UTC') - interval '28 days',
      date_trunc('hour', now(), 'UTC') - interval '1 hour', interval '1 hour') on conflict do nothing`,
    [],
  )
  await query(
    product,
    `update receiver_counters set last_seq = (select max(last_seq) from receiver_rollups where receiver_id = $1) where receiver_id = $1`,
    [receiverId],
  )
}
