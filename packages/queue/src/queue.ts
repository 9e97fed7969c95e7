import { randomUUID } from 'node:crypto'
import { jobsChannel } from '@knockwire/db/channels'
import { type Announced, jobs, type JobData, type JobName } from '@knockwire/domain/jobs'
import type pg from 'pg'
import { PgBoss, type Job as BossJob, type JobInsert, type JobResult } from 'pg-boss'
import { createAnnouncements } from './announcements.ts'
import { bossDatabase, within, type Sender } from './boss-database.ts'
import { queues } from './queues.ts'

export interface QueueSettings {
  url: string
  /** The app's own. */
  pool: pg.Pool
  /** True where jobs are worked: dead workers are detected, old jobs deleted, workers woken. A sender needs none of it. */
  isWorker: boolean
  onError: (error: Error) => void
  onWarning?: (message: string, data: object) => void
}

export interface SendOptions {
  startAfterSeconds?: number
  /** While a job with this key waits or is in flight, another one is dropped. Not for `run`. */
  singletonKey?: string
  /** Jobs above 0 are fetched before those that were sent earlier. */
  priority?: number
  /** The account that owns the job, so that a fetch can exclude some accounts. */
  group?: string
  /** The commit notifies nobody, whichever the queue; `announce` it afterwards. */
  isQuiet?: boolean
}

export interface FetchOptions {
  /** Jobs of these groups are left where they are. */
  excludedGroups?: readonly string[]
}

/** A job that this process has leased: until it is completed, or its heartbeat is missed. */
export interface LeasedJob<N extends JobName> {
  id: string
  data: JobData<N>
  /** How often the job was retried, from 0. It fences the lease: who holds an earlier attempt can neither renew nor complete the job. */
  attempt: number
  group: string | null
}

export interface WorkOptions {
  /** Jobs in flight at once in this process. */
  concurrency: number
}

/** Thrown by a handler that has logged what failed, with more than the queue knows: the job fails, and nothing more is logged. */
export class LoggedFailure extends Error {
  override readonly name = 'LoggedFailure'
}

/** Whether a job that fails at this attempt is not tried again. */
export const isLastAttempt = (name: JobName, attempt: number): boolean => attempt >= (queues[name].retryLimit ?? 0)

/** A throw means retry, after the queue's delay. The signal is aborted when the lease is lost. */
export type WorkHandler<N extends JobName> = (job: LeasedJob<N> & { signal: AbortSignal }) => Promise<void>

export interface Queue {
  start: () => Promise<void>
  /** Fetches no more jobs; with `drainMs`, the handlers in flight get that long to end. */
  stop: (options?: { drainMs?: number }) => Promise<void>
  /** Sends jobs within the caller's transaction, in one statement. Options are the same for all jobs, or given for each. */
  send: <N extends JobName>(
    sender: Sender,
    name: N,
    data: readonly JobData<N>[],
    options?: SendOptions | readonly SendOptions[],
  ) => Promise<void>
  /**
   * Wakes the workers of this queue, in this process and others, after a commit that has sent jobs to it; at once, or with
   * others shortly afterwards. It never throws: without it, the jobs are found some seconds late.
   */
  announce: (name: JobName | Announced) => void
  work: <N extends JobName>(name: N, options: WorkOptions, handler: WorkHandler<N>) => Promise<void>
  /** Leases up to `count` waiting jobs. See `JobConsumer`, which fetches, renews and completes. */
  fetch: <N extends JobName>(name: N, count: number, options?: FetchOptions) => Promise<LeasedJob<N>[]>
  /**
   * Renews the leases and returns the ids of the jobs whose lease still holds. Within a transaction of the caller's, no
   * other process can lease these jobs until it ends.
   */
  renew: <N extends JobName>(name: N, leased: readonly LeasedJob<N>[], sender?: Sender) => Promise<Set<string>>
  /** Deletes jobs within the caller's transaction, except those whose lease was lost. */
  complete: <N extends JobName>(sender: Sender, name: N, leased: readonly LeasedJob<N>[]) => Promise<void>
  /** Sets the listener that is called when another process has sent jobs to this queue. */
  onJobsSent: (name: JobName | Announced, listener: () => void) => void
  /** The data of the jobs that wait or are in flight. */
  pendingData: <N extends JobName>(client: pg.ClientBase, name: N) => Promise<JobData<N>[]>
  /** Deletes so many at most of the jobs that have used up their retries, and returns their data. */
  removeFailed: <N extends JobName>(client: pg.ClientBase, name: N, limit: number) => Promise<JobData<N>[]>
  depth: (name: JobName) => Promise<{ waiting: number; inFlight: number }>
  /** Of these queues together: jobs whose time has come and that nobody has taken, and for how long the oldest has waited. */
  backlog: (names: readonly JobName[]) => Promise<{ waiting: number; oldestSeconds: number }>
  /** The same of all that is not done, however often it was tried: how many there are, and how long ago the oldest was sent. */
  unfinished: (name: JobName) => Promise<{ waiting: number; oldestSeconds: number }>
}

export function createQueue(settings: QueueSettings): Queue {
  const { pool } = settings
  const arrivals = new Map<string, () => void>()
  const onJobsSent = (name: string) => arrivals.get(name)?.()
  const boss = createBoss(settings, onJobsSent)
  const announcements = createAnnouncements({
    announce: async (name) => {
      onJobsSent(name)
      await pool.query('select pg_notify($1, $2)', [jobsChannel, name])
    },
    onError: settings.onError,
  })

  return {
    start: async () => void (await boss.start()),
    stop: async ({ drainMs } = {}) => {
      await boss.stop({ graceful: drainMs !== undefined, timeout: drainMs ?? 0 })
      await announcements.stop()
    },
    send: async (sender, name, data, options = {}) => {
      if (data.length === 0) return
      const inserts = data.map((one, at) => toInsert(name, one, optionsAt(options, at)))
      await boss.insert(name, inserts, { db: within(sender) })
    },
    announce: announcements.announce,
    work: async (name, { concurrency }, handler) => {
      const workOne = (job: BossJob) => handle(name, job, handler, settings.onError)
      const workers: string[] = []
      for (let n = 0; n < concurrency; n += 1) workers.push(await startWorker(boss, name, workOne))
      arrivals.set(name, () => workers.forEach((id) => boss.notifyWorker(id)))
    },
    fetch: async (name, count, { excludedGroups = [] } = {}) => {
      const fetched = await boss.fetch<object>(name, { batchSize: count, ignoreGroups: [...excludedGroups] })
      const readable: LeasedJob<typeof name>[] = []
      for (const job of fetched) {
        const { data, error } = read(name, job.data)
        if (error === null) readable.push({ ...toLeased(job), data })
        else await drop(boss, name, job, error, settings.onError)
      }
      return readable
    },
    renew: async (name, leased, sender) => {
      if (leased.length === 0) return new Set()
      const { rows } = await within(sender ?? pool).executeSql(renewSql, [name, ...attemptsOf(leased)])
      return new Set(rows.map(({ id }: { id: string }) => id))
    },
    complete: async (sender, name, leased) => {
      if (leased.length > 0) await within(sender).executeSql(completeSql, [name, ...attemptsOf(leased)])
    },
    onJobsSent: (name, listener) => void arrivals.set(name, listener),
    pendingData: (client, name) => readData(client, name, liveSql, [name]),
    removeFailed: (client, name, limit) => readData(client, name, removeFailedSql, [name, limit]),
    depth: async (name) => depth(pool, name),
    backlog: async (names) => backlog(pool, names),
    unfinished: async (name) => unfinished(pool, name),
  }
}

function createBoss(settings: QueueSettings, onJobsSent: (name: string) => void) {
  const { url, pool, isWorker, onError, onWarning } = settings
  const boss = new PgBoss({
    db: bossDatabase({ pool, url, onJobsSent, onError }),
    migrate: false,
    schedule: false,
    supervise: isWorker,
    useListenNotify: isWorker,
    superviseIntervalSeconds: 5,
    // No job here waits for another one.
    flowIntervalSeconds: 3600,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 60,
  })
  boss.on('error', onError)
  boss.on('warning', ({ message, data }) => onWarning?.(message, data))
  return boss
}

/** Finds jobs that no notification announces: a retry that became due, or one whose notification was lost. */
const pollSeconds = 10

/** Works one job after the other. Otherwise pg-boss would wait for a notification after each job, even with others waiting. */
async function startWorker(
  boss: PgBoss,
  name: JobName,
  workOne: (job: BossJob) => Promise<JobResult>,
): Promise<string> {
  const options = { batchSize: 1, perJobResults: true, notifyPollingIntervalSeconds: pollSeconds } as const
  const id = await boss.work(name, options, async (taken: BossJob[]) => {
    const results = await Promise.all(taken.map(workOne))
    boss.notifyWorker(id)
    return results
  })
  return id
}

/** pg-boss notifies of jobs that are due as they are sent: of one that is due later it does not. */
const quietSeconds = 0.001

function toInsert<N extends JobName>(
  name: N,
  data: JobData<N>,
  { startAfterSeconds: givenSeconds, singletonKey, priority, group, isQuiet }: SendOptions,
): JobInsert {
  const startAfterSeconds = isQuiet ? Math.max(givenSeconds ?? 0, quietSeconds) : givenSeconds
  // In an exclusive queue, jobs without a key would all share one.
  const key = singletonKey ?? (queues[name].policy === 'exclusive' ? randomUUID() : undefined)
  return {
    data,
    ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
    ...(key !== undefined && { singletonKey: key }),
    ...(priority !== undefined && { priority }),
    ...(group !== undefined && { group: { id: group } }),
  }
}

const optionsAt = (options: SendOptions | readonly SendOptions[], at: number): SendOptions =>
  isList(options) ? (options[at] ?? {}) : options

const isList = (options: SendOptions | readonly SendOptions[]): options is readonly SendOptions[] =>
  Array.isArray(options)

const toLeased = ({ id, retryCount, groupId }: BossJob) => ({ id, attempt: retryCount, group: groupId ?? null })

type Read<N extends JobName> = { data: JobData<N>; error: null } | { data: null; error: Error }

function read<N extends JobName>(name: N, data: unknown): Read<N> {
  const parsed = jobs[name].safeParse(data)
  if (parsed.success) return { data: parsed.data as JobData<N>, error: null }
  return { data: null, error: new Error(`A job of ${name} cannot be read: ${parsed.error.message}`) }
}

/** A job that cannot be parsed is deleted: it would not be readable the next time either. */
async function drop(boss: PgBoss, name: JobName, job: BossJob, error: Error, onError: (error: Error) => void) {
  onError(error)
  await boss.deleteJob(name, job.id)
}

async function handle<N extends JobName>(
  name: N,
  job: BossJob,
  handler: WorkHandler<N>,
  onError: (error: Error) => void,
): Promise<JobResult> {
  const { data, error } = read(name, job.data)
  if (error !== null) {
    onError(error)
    return { id: job.id, status: 'deadletter', output: { message: error.message } }
  }
  try {
    await handler({ ...toLeased(job), data, signal: job.signal })
    return { id: job.id, status: 'completed' }
  } catch (thrown) {
    if (!(thrown instanceof LoggedFailure)) onError(thrown instanceof Error ? thrown : new Error(String(thrown)))
    return { id: job.id, status: 'failed', output: { message: String(thrown) } }
  }
}

/** In the form in which the statements below compare them. */
const attemptsOf = (leased: readonly LeasedJob<JobName>[]): [ids: string[], attempts: string[]] => [
  leased.map(({ id }) => id),
  leased.map(({ id, attempt }) => `${id}:${attempt}`),
]

/**
 * The jobs of the leases that hold. They are locked in the order of their ids before anything is done with them: pg-boss's
 * own statements lock them as their plans come upon them, so that a heartbeat and a completion can end in a deadlock.
 */
const lockedIds = `array(
    select id from pgboss.job
    where name = $1 and id = any ($2::uuid[]) and state = 'active' and id || ':' || retry_count = any ($3::text[])
    order by id for update
  )`
const renewSql = `
  update pgboss.job set heartbeat_on = pgboss.job_now() where name = $1 and id = any (${lockedIds}) returning id`
const completeSql = `delete from pgboss.job where name = $1 and id = any (${lockedIds})`

const liveSql = `select data from pgboss.job where name = $1 and state < 'completed'`
const removeFailedSql = `
  delete from pgboss.job where name = $1 and id = any (array(
    select id from pgboss.job where name = $1 and state = 'failed' limit $2)) returning data`

async function readData<N extends JobName>(
  client: pg.ClientBase,
  name: N,
  sql: string,
  values: unknown[],
): Promise<JobData<N>[]> {
  const { rows } = await client.query<{ data: unknown }>(sql, values)
  return rows.flatMap((row) => read(name, row.data).data ?? [])
}

async function depth(pool: pg.Pool, name: JobName) {
  const { rows } = await pool.query<{ waiting: number; inFlight: number }>({
    name: 'queue_depth',
    text: `select count(*) filter (where state < 'active')::int as waiting, count(*) filter (where state = 'active')::int as "inFlight"
           from pgboss.job where name = $1 and state < 'completed'`,
    values: [name],
  })
  return rows[0] ?? { waiting: 0, inFlight: 0 }
}

async function backlog(pool: pg.Pool, names: readonly JobName[]) {
  const { rows } = await pool.query<{ waiting: number; oldestSeconds: number }>({
    name: 'queue_backlog',
    text: `select count(*)::int as waiting,
             coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as "oldestSeconds"
           from pgboss.job where name = any ($1) and state < 'active' and start_after <= now()`,
    values: [names],
  })
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 }
}

async function unfinished(pool: pg.Pool, name: JobName) {
  const { rows } = await pool.query<{ waiting: number; oldestSeconds: number }>({
    name: 'queue_unfinished',
    text: `select count(*)::int as waiting,
             coalesce(extract(epoch from now() - min(created_on)), 0)::float8 as "oldestSeconds"
           from pgboss.job where name = $1 and state < 'completed'`,
    values: [name],
  })
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 }
}
