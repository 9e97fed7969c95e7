import { randomUUID } from 'node:crypto'
import { jobs, type JobData, type JobName } from '@knockwire/domain/jobs'
import pg from 'pg'
import { PgBoss, type Job as BossJob, type JobInsert, type JobResult } from 'pg-boss'
import { bossDatabase, within, type Sender } from './boss-database.ts'
import { queues } from './queues.ts'

export interface QueueSettings {
  url: string
  /** Shared with the rest of the app; else the queue keeps a few connections of its own. */
  pool?: pg.Pool
  /** True where jobs are worked: dead workers are found, old jobs deleted, workers woken. A sender needs none of it. */
  isWorker: boolean
  onError: (error: Error) => void
  onWarning?: (message: string, data: object) => void
}

export interface SendOptions {
  startAfterSeconds?: number
  /** While a job with this key waits or is under way, another is dropped. Not for `run`. */
  singletonKey?: string
  /** Above 0: taken before those that were sent earlier. */
  priority?: number
  /** Whose it is, so that whoever takes jobs can pass some over. */
  group?: string
}

export interface TakeOptions {
  /** Jobs of these groups are left where they are. */
  passedOver?: readonly string[]
}

/** A job that this process holds, until it is finished or its heartbeat is missed. */
export interface HeldJob<N extends JobName> {
  id: string
  data: JobData<N>
  /** Counts from 0. */
  attempt: number
  group: string | null
}

export interface WorkOptions {
  /** Jobs under way at once in this process. */
  concurrency: number
}

/** A throw means retry, with the queue's wait. The signal is aborted where the job was taken away meanwhile. */
export type WorkHandler<N extends JobName> = (job: HeldJob<N> & { signal: AbortSignal }) => Promise<void>

export interface Queue {
  start: () => Promise<void>
  /** No new work is taken; with `drainMs`, the handlers under way get that long to end. */
  stop: (options?: { drainMs?: number }) => Promise<void>
  /** Sends jobs within the caller's transaction, in one statement. Options are the same for all, or given for each. */
  send: <N extends JobName>(
    sender: Sender,
    name: N,
    data: readonly JobData<N>[],
    options?: SendOptions | readonly SendOptions[],
  ) => Promise<void>
  work: <N extends JobName>(name: N, options: WorkOptions, handler: WorkHandler<N>) => Promise<void>
  /** For a worker with a loop of its own: takes what waits, up to `count`. */
  take: <N extends JobName>(name: N, count: number, options?: TakeOptions) => Promise<HeldJob<N>[]>
  /**
   * Tells that the jobs are still worked on; gives the ids of those that are still this process's. Within a
   * transaction of the caller's, nobody takes these away until it ends.
   */
  keep: <N extends JobName>(name: N, held: readonly HeldJob<N>[], sender?: Sender) => Promise<Set<string>>
  /** Ends jobs within the caller's transaction; those taken away meanwhile are left alone. */
  finish: <N extends JobName>(sender: Sender, name: N, held: readonly HeldJob<N>[]) => Promise<void>
  /** Called when another process has sent jobs; for a worker with a loop of its own. */
  onArrival: (name: JobName, listener: () => void) => void
  /** What the jobs that wait or are under way carry. */
  liveData: <N extends JobName>(client: pg.ClientBase, name: N) => Promise<JobData<N>[]>
  /** Removes the jobs that were tried as often as they may, and gives what they carried. */
  removeFailed: <N extends JobName>(client: pg.ClientBase, name: N) => Promise<JobData<N>[]>
  depth: (name: JobName) => Promise<{ waiting: number; underWay: number }>
}

export function createQueue(settings: QueueSettings): Queue {
  const pool = settings.pool ?? ownPool(settings)
  const arrivals = new Map<string, () => void>()
  const boss = createBoss(settings, pool, (name) => arrivals.get(name)?.())

  return {
    start: async () => void (await boss.start()),
    stop: async ({ drainMs } = {}) => {
      await boss.stop({ graceful: drainMs !== undefined, timeout: drainMs ?? 0, close: false })
      if (!settings.pool) await pool.end()
    },
    send: async (sender, name, data, options = {}) => {
      if (data.length === 0) return
      const inserts = data.map((one, at) => toInsert(name, one, optionsAt(options, at)))
      await boss.insert(name, inserts, { db: within(sender) })
    },
    work: async (name, { concurrency }, handler) => {
      const workOne = (job: BossJob) => handle(name, job, handler, settings.onError)
      for (let n = 0; n < concurrency; n += 1) await startWorker(boss, name, workOne)
    },
    take: async (name, count, { passedOver = [] } = {}) => {
      const taken = await boss.fetch<object>(name, { batchSize: count, ignoreGroups: [...passedOver] })
      const readable: HeldJob<typeof name>[] = []
      for (const job of taken) {
        const { data, error } = read(name, job.data)
        if (error === null) readable.push({ ...heldOf(job), data })
        else await drop(boss, name, job, error, settings.onError)
      }
      return readable
    },
    keep: async (name, held, sender) => {
      if (held.length === 0) return new Set()
      const answer: unknown = await boss.touch(name, held.map(toAttempt), sender && { db: within(sender) })
      return new Set(settledIds(answer))
    },
    finish: async (sender, name, held) => {
      if (held.length > 0) await boss.deleteJob(name, held.map(toAttempt), { db: within(sender) })
    },
    onArrival: (name, listener) => void arrivals.set(name, listener),
    liveData: (client, name) => readData(client, name, liveSql),
    removeFailed: (client, name) => readData(client, name, removeFailedSql),
    depth: async (name) => depth(pool, name),
  }
}

const ownPool = ({ url, onError }: QueueSettings) => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    application_name: 'knockwire-queue',
    keepAlive: true,
  })
  // A connection that breaks while it is checked out fails its query, and would end the process by its event.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool.on('error', onError)
}

function createBoss(settings: QueueSettings, pool: pg.Pool, onArrival: (name: string) => void) {
  const { url, isWorker, onError, onWarning } = settings
  const boss = new PgBoss({
    db: bossDatabase({ pool, url, onArrival, onError }),
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: isWorker,
    useListenNotify: isWorker,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 60,
  })
  boss.on('error', onError)
  boss.on('warning', ({ message, data }) => onWarning?.(message, data))
  return boss
}

/** Late is what was not announced: a retry whose wait is over, or a job whose announcement was lost. */
const lookEverySeconds = 10

/** Works one job after the other. Of itself, pg-boss would wait for an announcement after each, with others in line. */
async function startWorker(boss: PgBoss, name: JobName, workOne: (job: BossJob) => Promise<JobResult>) {
  const options = { batchSize: 1, perJobResults: true, notifyPollingIntervalSeconds: lookEverySeconds } as const
  const id = await boss.work(name, options, async (taken: BossJob[]) => {
    const results = await Promise.all(taken.map(workOne))
    boss.notifyWorker(id)
    return results
  })
}

function toInsert<N extends JobName>(
  name: N,
  data: JobData<N>,
  { startAfterSeconds, singletonKey, priority, group }: SendOptions,
): JobInsert {
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

const heldOf = ({ id, retryCount, groupId }: BossJob) => ({ id, attempt: retryCount, group: groupId ?? null })

const toAttempt = ({ id, attempt }: HeldJob<JobName>) => ({ id, retryCount: attempt })

type Read<N extends JobName> = { data: JobData<N>; error: null } | { data: null; error: Error }

function read<N extends JobName>(name: N, data: unknown): Read<N> {
  const parsed = jobs[name].safeParse(data)
  if (parsed.success) return { data: parsed.data as JobData<N>, error: null }
  return { data: null, error: new Error(`A job of ${name} cannot be read: ${parsed.error.message}`) }
}

/** What cannot be read will not be readable the next time. */
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
    await handler({ ...heldOf(job), data, signal: job.signal })
    return { id: job.id, status: 'completed' }
  } catch (thrown) {
    onError(thrown instanceof Error ? thrown : new Error(String(thrown)))
    return { id: job.id, status: 'failed', output: { message: String(thrown) } }
  }
}

/** `touch` answers with more than its type says. */
function settledIds(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null || !('settled' in answer) || !Array.isArray(answer.settled)) {
    throw new TypeError('pg-boss no longer tells which jobs it touched')
  }
  return answer.settled.map(String)
}

const liveSql = `select data from pgboss.job where name = $1 and state < 'completed'`
const removeFailedSql = `delete from pgboss.job where name = $1 and state = 'failed' returning data`

async function readData<N extends JobName>(client: pg.ClientBase, name: N, sql: string): Promise<JobData<N>[]> {
  const { rows } = await client.query<{ data: unknown }>(sql, [name])
  return rows.flatMap((row) => read(name, row.data).data ?? [])
}

async function depth(pool: pg.Pool, name: JobName) {
  const { rows } = await pool.query<{ waiting: number; underWay: number }>({
    name: 'knockwire_queue_depth',
    text: `select count(*) filter (where state < 'active')::int as waiting, count(*) filter (where state = 'active')::int as "underWay"
           from pgboss.job where name = $1 and state < 'completed'`,
    values: [name],
  })
  return rows[0] ?? { waiting: 0, underWay: 0 }
}
