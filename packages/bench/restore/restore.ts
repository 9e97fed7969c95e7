import { mkdtemp, rm, chmod, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@knockwire/db/migrate'
import { installQueue } from '@knockwire/queue/queues'
import { sleep } from '../parts/bench.ts'
import {
  compareRows,
  countRows,
  createCluster,
  databaseUrl,
  makeFolder,
  query,
  type Server,
  startCluster,
  type Tools,
  writeAs,
} from './postgres.ts'
import { checkProduct, type Programs, startProduct, startTarget, useProduct } from './product.ts'

export interface RestoreOptions {
  /** Received requests in the history, and half as many executions. */
  requests: number
  programs?: Programs
  log?: (text: string) => void
}

/** What each step took, in milliseconds, and how much there was. */
export interface RestoreTimes {
  rows: number
  dumpBytes: number
  dumpMs: number
  restoreMs: number
  migrateMs: number
  readyMs: number
  baseBackupMs: number
  recoverMs: number
  readyAfterRecoveryMs: number
}

const requestsSql = `
  insert into received_requests (id, receiver_id, created_at, method, url, remote_address, response_code, request_headers,
    request_body, response_body, content_type, seq)
  select gen_random_uuid(), $2::uuid, now(), 'POST', '/r/x', '203.0.113.7', 200,
    '[["Host","in.example"],["Content-Type","application/json"]]', convert_to(repeat(md5(n::text), 16), 'UTF8'), 'ok', 'text/plain', n
  from generate_series(1, $1::int) n`

/** With ids of their times, as the product makes them: by ids of chance, retention would take the newest runs for old ones. */
const executionsSql = `
  with made as (
    insert into executions (id, task_id, account_id, trigger, status, scheduled_for, created_at, started_at, status_code, response_time_ms)
    select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n * 1000), 12, '0') || '7000' || '8' || substr(md5(n::text || random()), 1, 15))::uuid, t.id, t.account_id, 'SCHEDULE', 'SUCCEEDED', now() - n * interval '1 second', now(), now(), 200, 12
    from tasks t, generate_series(1, $1::int) n where t.id = $2 returning id, task_id
  )
  insert into execution_details (execution_id, request, response_headers, response_body, task_id, seq)
  select id, '{"uri": "https://shop.example/", "method": "GET", "headers": [], "body": null}', '[]',
    convert_to(repeat(md5(id::text), 16), 'UTF8'), task_id, 1000000000 + row_number() over () from made`

/** A database as the product leaves it: an account, a task that ran, and a history. Gives the task's id. */
const populate = async (url: string, target: Awaited<ReturnType<typeof startTarget>>, options: RestoreOptions) => {
  const { requests, programs } = options
  await migrate(url)
  await installQueue(url)
  const product = await startProduct(url, undefined, programs)
  const taskId = await useProduct(product, target)
  await checkProduct(product, target, taskId)
  await product.stop()
  await query(url, requestsSql, [requests, taskId])
  await query(url, executionsSql, [Math.floor(requests / 2), taskId])
  return taskId
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0)

/** Backs a populated database up and restores it, as the documentation says, and starts the product on each. Throws where anything is missing. */
export const tryRestore = async (tools: Tools, options: RestoreOptions): Promise<RestoreTimes> => {
  const { programs, log = () => {} } = options
  const folder = await mkdtemp(join(tmpdir(), 'knockwire-restore-'))
  await chmod(folder, 0o711)
  const servers: Server[] = []
  const target = await startTarget()
  try {
    const [first, archive, files] = [join(folder, 'first'), join(folder, 'archive'), join(folder, 'files')]
    for (const path of [first, archive, files]) await makeFolder(tools, path)
    await createCluster(tools, first)
    const archiving = { archive_mode: 'on', archive_timeout: '60', archive_command: `cp %p ${archive}/%f` }
    const server = await startCluster(tools, first, { ...archiving, wal_level: 'replica' })
    servers.push(server)
    await query(server.url, 'create database knockwire')
    const url = databaseUrl(server, 'knockwire')
    const taskId = await populate(url, target, options)
    const before = await countRows(url)
    log(`Populated: ${sum(before)} rows in ${Object.keys(before).length} tables.`)

    const dump = join(files, 'knockwire.dump')
    const dumpMs = await timed(() => tools.run('pg_dump', ['--format=custom', `--file=${dump}`, url]))
    await query(server.url, 'create database restored')
    const restoredUrl = databaseUrl(server, 'restored')
    const restoreMs = await timed(() => tools.run('pg_restore', ['--no-owner', `--dbname=${restoredUrl}`, dump]))
    compareRows(before, await countRows(restoredUrl))
    const migrateMs = await timed(async () => {
      await migrate(restoredUrl)
      await installQueue(restoredUrl)
    })
    const checked = { target, taskId, programs }
    const { readyMs } = await checkDatabase(restoredUrl, checked)
    log('pg_restore: all rows are back, and the product signs in, decrypts and runs on them.')

    const recovered = await recoverToTime({ ...checked, tools, folder, server, url, archive, servers, log })
    const { size: dumpBytes } = await stat(dump)
    return { rows: sum(before), dumpBytes, dumpMs, restoreMs, migrateMs, readyMs, ...recovered }
  } finally {
    target.close()
    for (const server of servers.toReversed()) await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Checked {
  target: Awaited<ReturnType<typeof startTarget>>
  taskId: string
  programs: Programs | undefined
}

const checkDatabase = async (url: string, { target, taskId, programs }: Checked) => {
  const product = await startProduct(url, undefined, programs)
  try {
    await checkProduct(product, target, taskId)
    return product
  } finally {
    await product.stop()
  }
}

interface Recovery extends Checked {
  tools: Tools
  folder: string
  server: Server
  url: string
  archive: string
  servers: Server[]
  log: (text: string) => void
}

/** A base backup, changes after it, an accident; then the time before the accident, from the archived log. */
const recoverToTime = async (recovery: Recovery) => {
  const { tools, folder, server, url, archive, taskId, servers, log } = recovery
  const base = await makeFolder(tools, join(folder, 'base'))
  const connection = ['--host=127.0.0.1', `--port=${server.port}`, '--username=postgres']
  const options = [`--pgdata=${base}`, '--checkpoint=fast', '--wal-method=stream']
  const baseBackupMs = await timed(() => tools.run('pg_basebackup', [...connection, ...options]))
  await query(url, executionsSql, [1000, taskId])
  const expected = await countRows(url)
  await query(url, 'select pg_sleep(1)')
  const [recoverTo] = await query<{ at: string }>(url, 'select clock_timestamp()::text as at')
  await query(url, 'select pg_sleep(1)')
  await query(url, 'delete from executions')
  await query(url, 'delete from tasks')
  await query(url, 'delete from users')
  await query(url, 'delete from accounts')
  await query(url, 'select pg_switch_wal()')
  await server.stop()
  servers.splice(servers.indexOf(server), 1)

  await writeAs(tools, join(base, 'recovery.signal'), '')
  const settings = {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: recoverTo?.at ?? '',
    recovery_target_action: 'pause',
    archive_mode: 'off',
  }
  const startedAt = performance.now()
  const recovered = await startCluster(tools, base, settings)
  servers.push(recovered)
  const recoveredUrl = databaseUrl(recovered, 'knockwire')
  await until(recovered.url, `select pg_get_wal_replay_pause_state() = 'paused' as done`)
  const recoverMs = performance.now() - startedAt
  compareRows(expected, await countRows(recoveredUrl))
  await query(recovered.url, 'select pg_wal_replay_resume()')
  await until(recovered.url, 'select not pg_is_in_recovery() as done')
  await migrate(recoveredUrl)
  const { readyMs } = await checkDatabase(recoveredUrl, recovery)
  log(
    `Point in time: recovered to ${recoverTo?.at}, before all tasks and accounts were deleted; the product runs on it.`,
  )
  return { baseBackupMs, recoverMs, readyAfterRecoveryMs: readyMs }
}

const until = async (url: string, sql: string) => {
  for (let tries = 0; tries < 1200; tries += 1) {
    const [row] = await query<{ done: boolean }>(url, sql)
    if (row?.done === true) return
    await sleep(50)
  }
  throw new Error(`In a minute it did not become true: ${sql}`)
}
