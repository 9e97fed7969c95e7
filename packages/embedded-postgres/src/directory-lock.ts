import { execFile } from 'node:child_process'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)

/** What `ps` says of a process; null where there is no such process (or no such program). */
const psColumn = async (pid: number, column: string): Promise<string | null> => {
  const answer = await run('ps', ['-o', `${column}=`, '-p', String(pid)]).catch(() => null)
  return answer?.stdout.trim() || null
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * When a process was started, in whatever form the system has it: with the number it distinguishes a process
 * from a later one that was given the same number. Null where there is none.
 */
const startOf = async (pid: number): Promise<string | null> => {
  if (!isAlive(pid)) return null
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The name in parentheses may hold spaces; the 22nd field is the 20th after it.
  if (stat) return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  return (await psColumn(pid, 'lstart')) ?? 'unknown'
}

/** The command line of a process; null where there is none. */
const commandOf = async (pid: number): Promise<string | null> => {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  return line?.replaceAll('\0', ' ') ?? psColumn(pid, 'command')
}

const Holder = z.object({ pid: z.number(), start: z.string() })
type Holder = z.infer<typeof Holder>

interface Lock {
  release: () => Promise<void>
}

const readHolder = async (file: string): Promise<Holder | null> => {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return Holder.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const holds = async (holder: Holder): Promise<boolean> => (await startOf(holder.pid)) === holder.start

/** Takes a file of a process that is gone out of the way, unless another process was quicker and it is alive. */
const removeStaleLock = async (file: string): Promise<void> => {
  const aside = `${file}.${process.pid}`
  await rename(file, aside).catch(() => {})
  const holder = await readHolder(aside)
  if (holder && (await holds(holder))) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

/**
 * Holds a directory for this process until it releases it or dies. A file with the process in it,
 * since Node has no file locks.
 */
export const lockDirectory = async (directory: string): Promise<Lock> => {
  const file = join(directory, 'start.lock')
  const own: Holder = { pid: process.pid, start: (await startOf(process.pid)) ?? 'unknown' }
  for (;;) {
    const isTaken = await writeFile(file, JSON.stringify(own), { flag: 'wx', mode: 0o600 }).then(
      () => false,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return true
        throw error
      },
    )
    if (!isTaken) return { release: () => rm(file, { force: true }) }
    const holder = await readHolder(file)
    if (holder && (await holds(holder))) {
      throw new Error(
        `Knockwire already runs with the data in ${directory} (process ${holder.pid}): ` +
          'stop that one first, or set KNOCKWIRE_DATA_DIR to another directory.',
      )
    }
    await removeStaleLock(file)
  }
}

/** The server that an unclean stop left running on this cluster, if it is still there. */
const leftoverPid = async (directory: string): Promise<number | null> => {
  const file = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => null)
  const pid = Number(file?.split('\n')[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  const command = await commandOf(pid)
  // After a reboot, or in a new container, another program may have that number.
  return command?.includes('postgres') && command.includes(directory) ? pid : null
}

const stopMs = 30_000

const stop = async (pid: number): Promise<void> => {
  const start = await startOf(pid)
  process.kill(pid, 'SIGINT')
  const deadline = performance.now() + stopMs
  while (start !== null && (await startOf(pid)) === start) {
    if (performance.now() > deadline) throw new Error(`An earlier PostgreSQL (process ${pid}) does not stop.`)
    await delay(20)
  }
}

/**
 * Stops what an earlier, killed start left running, and removes its pid file, which PostgreSQL would
 * otherwise honour for any process of that number. Only for the holder of the data directory's lock.
 */
export const clearLeftover = async (directory: string): Promise<void> => {
  const pid = await leftoverPid(directory)
  if (pid !== null) await stop(pid)
  await rm(join(directory, 'postmaster.pid'), { force: true })
}
