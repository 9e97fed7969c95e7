import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { migrate } from '@knockwire/db/migrate'
import { installQueue } from '@knockwire/queue/queues'
import { sleep } from '../parts/bench.ts'
import { query } from '../restore/postgres.ts'
import { checkProduct, startProduct, startTarget, useProduct } from '../restore/product.ts'

/** A version of the product that is installed in its own folder. */
interface Version {
  folder: string
  /** The same, seen from `packages/bench/`. */
  fromBench: string
}

/** How many of a task's runs each step waits for. */
const runsAStep = 3
const stepMs = 60_000

/** By its own program: the schema and the queue's tables as that version knows them. */
const migrateBy = ({ folder }: Version, url: string) => {
  const env = { ...process.env, DATABASE_URL: url, ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') }
  execFileSync(process.execPath, [join(folder, 'apps/api/src/commands/migrate.ts')], {
    cwd: folder,
    env,
    stdio: 'inherit',
  })
}

const everySeconds = 2

const oftenSql = `
  update schedules set mode = 'INTERVAL', interval_second = ${everySeconds}, expression = null, timezone = null,
    anchor_at = date_trunc('second', now()), due_at = date_trunc('second', now()) + interval '2 seconds'
  where task_id = $1`

/** `due`: times from the first run to the last; those in flight at the end are left out. */
const runsSql = `
  select count(*)::int as runs, count(distinct scheduled_for)::int as times,
    coalesce(extract(epoch from max(scheduled_for) - min(scheduled_for))::int / ${everySeconds} + 1, 0) as due,
    count(*) filter (where status <> 'SUCCEEDED')::int as failed
  from executions where task_id = $1 and trigger = 'SCHEDULE' and status in ('SUCCEEDED', 'FAILED')`

interface Runs extends Record<string, number> {
  runs: number
  times: number
  due: number
  failed: number
}

const runsOf = async (url: string, taskId: string): Promise<Runs> => {
  const [runs] = await query<Runs>(url, runsSql, [taskId])
  return runs ?? { runs: 0, times: 0, due: 0, failed: 0 }
}

const untilMoreRuns = async (url: string, taskId: string) => {
  const before = (await runsOf(url, taskId)).runs
  const until = performance.now() + stepMs
  while ((await runsOf(url, taskId)).runs < before + runsAStep) {
    if (performance.now() > until) throw new Error(`The task does not run: ${before} runs.`)
    await sleep(100)
  }
}

/**
 * Moves a database and the processes on it from the previous version to this one as the documentation says, while a task
 * runs every two seconds. Throws where a step fails, or a run is missing, doubled or failed.
 * `migrations` is the folder of those that bring the database to this version.
 */
export const tryUpgrade = async (
  url: string,
  previous: Version,
  migrations: string,
  log: (text: string) => void,
): Promise<void> => {
  const target = await startTarget()
  const running = new Set<Awaited<ReturnType<typeof startProduct>>>()
  const start = async (repository?: string) => {
    const product = await startProduct(url, repository)
    running.add(product)
    return product
  }
  const stop = async (product: Awaited<ReturnType<typeof startProduct>>) => {
    running.delete(product)
    await product.stop()
  }
  try {
    migrateBy(previous, url)
    const before = await start(previous.fromBench)
    const checkedId = await useProduct(before, target)
    await checkProduct(before, target, checkedId)
    const [counted] = await query<{ id: string }>(url, copyTaskSql, [checkedId])
    const taskId = counted?.id ?? ''
    await query(url, oftenSql, [taskId])
    await query(url, `select pg_notify('knockwire_due', '')`)
    await untilMoreRuns(url, taskId)
    log('The previous version runs.')

    const startedAt = performance.now()
    await migrate(url, { folder: migrations })
    await installQueue(url)
    log(`Migrated in ${Math.round(performance.now() - startedAt)} ms, while it ran.`)
    await untilMoreRuns(url, taskId)
    await checkProduct(before, target, checkedId)
    log('The previous version runs on the migrated database.')

    const after = await start()
    await untilMoreRuns(url, taskId)
    for (const product of [before, after]) await checkProduct(product, target, checkedId)
    log('Both run beside each other.')

    await stop(before)
    await untilMoreRuns(url, taskId)
    await checkProduct(after, target, checkedId)
    log('This version runs alone.')

    const runs = await runsOf(url, taskId)
    log(`${runs.runs} runs of ${runs.due} that were due, ${runs.runs - runs.times} made twice, ${runs.failed} failed.`)
    if (runs.failed > 0 || runs.runs !== runs.times || runs.runs !== runs.due)
      throw new Error('Runs failed, were missed or were made twice.')

    // What falls due while nothing runs is made once, late, as after any downtime.
    await stop(after)
    const back = await start(previous.fromBench)
    await untilMoreRuns(url, taskId)
    await checkProduct(back, target, checkedId)
    await stop(back)
    log('The previous version is back alone, on the migrated database.')
  } finally {
    for (const product of running) await product.stop()
    target.close()
  }
}

/** The same request in a second task, so that tests of the one are not runs of the other. */
const copyTaskSql = `
  with copied as (
    insert into tasks (id, account_id, name, is_draft, request, created_at, updated_at)
    select gen_random_uuid(), account_id, 'Often', false, jsonb_set(request, '{basicAuth,status}', '"DISABLED"'), now(), now()
    from tasks where id = $1 returning id, account_id
  )
  insert into schedules (task_id, account_id, mode, status, anchor_at)
  select id, account_id, 'INTERVAL', 'ACTIVE', now() from copied returning task_id as id`
