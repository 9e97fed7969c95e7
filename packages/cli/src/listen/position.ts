import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../cli.ts'

/** How far a listener is: kept in a file for each server, receiver and target. */
export interface Position {
  /** Where the last run of it ended; null for the first one. */
  cursor: string | null
  /** As soon as a request was forwarded: killed after that, it goes on with the next one. */
  keep: (cursor: string) => void
  release: () => void
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Two at once would forward everything twice. A lock of a process that is no more counts for nothing. */
function lock(path: string): void {
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 })
      return
    } catch (error) {
      const pid = Number(read(path))
      if (tries > 0 || !(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      if (Number.isInteger(pid) && pid > 0 && pid !== process.pid && isRunning(pid)) {
        throw new UserError(`Process ${pid} forwards this receiver to this target already.`)
      }
      rmSync(path, { force: true })
    }
  }
}

export async function openPosition(
  folder: string,
  of: { url: string; receiverId: string; target: string },
): Promise<Position> {
  // Loaded here, as not every command needs it.
  const { createHash } = await import('node:crypto')
  mkdirSync(join(folder, 'listen'), { recursive: true, mode: 0o700 })
  const name = createHash('sha256')
    .update(JSON.stringify([of.url, of.receiverId, of.target]))
    .digest('hex')
    .slice(0, 32)
  const file = join(folder, 'listen', `${name}.json`)
  const lockFile = `${file}.lock`
  lock(lockFile)
  const kept = read(file)
  const cursor = kept === null ? null : ((JSON.parse(kept) as { cursor?: string }).cursor ?? null)
  return {
    cursor,
    keep: (next) => {
      writeFileSync(`${file}.new`, JSON.stringify({ ...of, cursor: next }), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
    release: () => rmSync(lockFile, { force: true }),
  }
}
