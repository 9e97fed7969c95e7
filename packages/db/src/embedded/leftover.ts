import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandOf, startOf } from './process-identity.ts'

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
