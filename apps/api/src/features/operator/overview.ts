import { leastIdSql } from '@knockwire/db/uuidv7'
import { deliveryJobNames } from '@knockwire/domain/jobs'
import type { OperatorOverview } from '@knockwire/domain/operator/operator'
import { presentState, readInstanceState } from '@knockwire/services/instance/instance-state'
import { retriedDeliveries } from '../../plugins/observe/retried-deliveries.ts'
import { oldestDueSeconds } from '@knockwire/services/schedules/schedule'
import { sql } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { productVersion } from '../../product-version.ts'

/** How the instance is, for its operator. Counting reads whole tables: this is for a page that one person looks at. */
export const readOverview = async (context: ApiContext): Promise<OperatorOverview> => {
  const { db, settings } = context
  const [state, counts, work, channels] = await Promise.all([
    readInstanceState(db),
    countAll(context),
    readWork(context),
    readChannels(context),
  ])
  return {
    version: productVersion,
    state: presentState(state),
    counts,
    work,
    channels,
    settings: [...settings.inForce],
  }
}

const countAll = async ({ db }: ApiContext): Promise<OperatorOverview['counts']> => {
  const { rows } = await db.execute<OperatorOverview['counts']>(sql`
    select (select count(*)::int from users) as users,
      (select count(*)::int from accounts where deleted_at is null) as accounts,
      (select count(*)::int from accounts where suspended_at is not null and deleted_at is null) as "suspendedAccounts",
      (select count(*)::int from schedules where status = 'ACTIVE') as tasks,
      (select count(*)::int from receivers where status = 'ACTIVE') as receivers,
      pg_database_size(current_database())::float8 as "databaseBytes"`)
  const [counts] = rows
  if (counts === undefined) throw new Error('The counts gave no row.')
  return counts
}

interface RunCounts extends Record<string, unknown> {
  executors: number
  runs: number
  failed: number
}

const anHourAgo = sql.raw(leastIdSql(`now() - interval '1 hour'`))

const readWork = async ({ db, queue }: ApiContext): Promise<OperatorOverview['work']> => {
  const [oldestDue, deliveries, retried, mails, { rows }] = await Promise.all([
    oldestDueSeconds(db),
    queue.backlog(deliveryJobNames),
    retriedDeliveries(db, deliveryJobNames),
    queue.unfinished('system-mail'),
    db.execute<RunCounts>(sql`
      select (select count(*)::int from pg_stat_activity
          where datname = current_database() and application_name = 'knockwire-dispatch') as executors,
        count(*)::int as runs, (count(*) filter (where status = 'FAILED'))::int as failed
      from executions where id > ${anHourAgo} and status in ('SUCCEEDED', 'FAILED')`),
  ])
  const [counted] = rows
  return {
    executors: counted?.executors ?? 0,
    oldestDueSeconds: oldestDue,
    deliveriesWaiting: deliveries.waiting + retried.waiting,
    oldestDeliverySeconds: Math.max(deliveries.oldestSeconds, retried.oldestSeconds),
    mailsWaiting: mails.waiting,
    oldestMailSeconds: mails.oldestSeconds,
    runsLastHour: counted?.runs ?? 0,
    failedRunsLastHour: counted?.failed ?? 0,
  }
}

interface ChannelRow extends Record<string, unknown> {
  type: string
  delivered: number
  failed: number
  lastError: string | null
}

const readChannels = async ({ db }: ApiContext): Promise<OperatorOverview['channels']> => {
  const { rows } = await db.execute<ChannelRow>(sql`
    select type, (count(*) filter (where status = 'DELIVERED'))::int as delivered,
      (count(*) filter (where status = 'FAILED'))::int as failed,
      (array_agg(error order by id desc)
        filter (where status = 'FAILED' or (status = 'PENDING' and attempts > 0)))[1] as "lastError"
    from deliveries where id > ${anHourAgo} group by type order by type`)
  return rows
}
