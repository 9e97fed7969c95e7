import { type DeliveryJobName, deliveryJobNames, type JobName } from '@knockwire/domain/jobs'
import { connectWithinMs } from '@knockwire/db/migrate'
import { lockOneAtATime } from '@knockwire/db/locks/one-at-a-time'
import {
  defaultLockWaitMs,
  isTableLocked,
  tableLockMs,
  type TableLockOptions,
  untilTablesAreFree,
} from '@knockwire/db/locks/table-locks'
import pg from 'pg'
import { PgBoss, type Queue as QueueOptions } from 'pg-boss'

type Options = Omit<QueueOptions, 'name'>

/*
 * `notify` has a commit that inserts jobs call pg_notify, and such commits wait for one another, in all of the database.
 * It is for the mails that people wait for. Runs and deliveries are sent without: `Queue.announce` announces them, after
 * the commit.
 */

/**
 * A dead worker's calls must end within their deadline plus 60 s: its heartbeat is missed after 10 s
 * (the least that pg-boss takes) and checked every 5 s, so another process leases them within 15 s.
 */
const run: Options = {
  // A table of its own, so that its churn is nobody else's, and its statistics are its own.
  partition: true,
  notify: false,
  heartbeatSeconds: 10,
  expireInSeconds: 900,
  // Only a death of an executor is a retry; a group that kills each process that takes it ends here, and maintenance fails its executions.
  retryLimit: 10,
  deleteAfterSeconds: 3600,
}

/** `exclusive`: of two jobs with one key, the second is dropped while the first is waiting or in flight. */
const mail: Options = {
  policy: 'exclusive',
  notify: true,
  heartbeatSeconds: 30,
  expireInSeconds: 120,
  retryLimit: 5,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 600,
  deleteAfterSeconds: 86_400,
}

/**
 * A delivery decides itself when it is tried again; what is retried here is the death of its worker, and a failing
 * database. A delivery worker leases many of them, and sends each within its deadline: a quarter of an hour at worst.
 */
const delivery: Options = {
  ...mail,
  notify: false,
  heartbeatSeconds: 12,
  expireInSeconds: 3600,
  retryLimit: 10,
  retryDelay: 1,
  retryDelayMax: 60,
}

const deliveryQueues = Object.fromEntries(deliveryJobNames.map((name) => [name, delivery])) as Record<
  DeliveryJobName,
  Options
>

export const queues: Record<JobName, Options> = {
  run,
  'system-mail': mail,
  // A queue of its own, so that thousands of daily emails do not delay a sign-in code.
  'rate-mail': mail,
  ...deliveryQueues,
}

/** A lease that is not renewed for so long is lost. */
export const heartbeatSecondsOf = (name: JobName): number => queues[name].heartbeatSeconds ?? 30

/** Any fixed number: it names the lock that makes processes starting at once install one after the other. */
const installLock = 7_205_932

const installing = { application_name: 'knockwire-migrate', connectionTimeoutMillis: connectWithinMs } as const

/**
 * Creates the queue's tables, or brings them to the installed version and settings; safe to call from several processes at once. As in our own
 * migrations, a table that others hold is waited for in short tries, so that nobody waits behind it for long.
 */
export async function installQueue(url: string, options: TableLockOptions = {}): Promise<void> {
  const lock = new pg.Client({ connectionString: url, ...installing })
  await lock.connect()
  try {
    await lockOneAtATime(lock, installLock, options.lockWaitMs ?? defaultLockWaitMs)
    await untilTablesAreFree(() => tryToInstall(url), options)
  } finally {
    await lock.end()
  }
}

/** Whether `installQueue` has installed all of this version's queues. Throws where there is no such schema. */
export async function isQueueInstalled(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const sql = 'select count(*)::int as installed from pgboss.queue where name = any ($1)'
  const names = Object.keys(queues)
  const { rows } = await pool.query<{ installed: number }>(sql, [names])
  return rows[0]?.installed === names.length
}

/** False, with what is missing left for the next try, where others hold a table that it changes. */
async function tryToInstall(url: string): Promise<boolean> {
  // One that gives up leaves its session in a failed transaction: the next try has another.
  const pool = new pg.Pool({ connectionString: url, max: 1, ...installing })
  try {
    await install(pool)
    return true
  } catch (error) {
    if (isTableLocked(error)) return false
    throw error
  } finally {
    await pool.end()
  }
}

/** What each transaction of pg-boss begins with: everybody would wait behind it for so long. */
const longLockTimeout = 'SET LOCAL lock_timeout = 30000'

async function install(pool: pg.Pool) {
  const errors: Error[] = []
  pool.on('error', (error) => errors.push(error))
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) =>
        pool.query(text.replace(longLockTimeout, `SET LOCAL lock_timeout = ${tableLockMs}`), values),
    },
    supervise: false,
    schedule: false,
  })
  boss.on('error', (error) => errors.push(error))
  try {
    await boss.start()
    for (const [name, options] of Object.entries(queues)) {
      await boss.createQueue(name, options)
      await boss.updateQueue(name, changeable(options))
    }
  } finally {
    await boss.stop()
  }
  if (errors[0]) throw errors[0]
}

/** A queue keeps the policy and the table that it was created with. */
function changeable({ policy: _policy, partition: _partition, ...rest }: (typeof queues)[keyof typeof queues]) {
  return rest
}
