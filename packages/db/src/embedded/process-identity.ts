import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What `ps` says of a process; null where there is no such process (or no such program). */
const ask = async (pid: number, column: string): Promise<string | null> => {
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
 * When a process was started, in whatever form the system has it: with the number it tells a process
 * from a later one that was given the same number. Null where there is none.
 */
export const startOf = async (pid: number): Promise<string | null> => {
  if (!isAlive(pid)) return null
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The name in parentheses may hold spaces; the 22nd field is the 20th after it.
  if (stat) return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  return (await ask(pid, 'lstart')) ?? 'unknown'
}

/** The command line of a process; null where there is none. */
export const commandOf = async (pid: number): Promise<string | null> => {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  return line?.replaceAll('\0', ' ') ?? ask(pid, 'command')
}
