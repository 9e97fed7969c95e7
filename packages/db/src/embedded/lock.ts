import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { startOf } from './process-identity.ts'

const Holder = z.object({ pid: z.number(), start: z.string() })
type Holder = z.infer<typeof Holder>

export interface Lock {
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
const clearAway = async (file: string): Promise<void> => {
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
    await clearAway(file)
  }
}
