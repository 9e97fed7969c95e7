import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** How often to look whether the process that started us is still there. */
const checkMs = 500

/** A process's parent and command line, from /proc or else from ps; null where it cannot be read. */
const look = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), command }
  } catch {
    // No /proc here.
  }
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
    const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(line) ?? []
    return parent ? { parent: Number(parent), command } : null
  } catch {
    return null
  }
}

/** The npx, pnpm and shells between the user's command and us; not the user's own shell, which may end before us. */
const starters = () => {
  const found = []
  for (let pid = process.ppid; pid > 1;) {
    const seen = look(pid)
    if (!seen || !/\bp?npm\b|\bnpx\b|infra[/\\]\w+\.mjs/.test(seen.command)) break
    found.push(pid)
    pid = seen.parent
  }
  return found
}

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * A package manager that is stopped does not always pass it on: npx ended by SIGTERM leaves pnpm and its script running.
 * When one of them has ended, this process is to end as well.
 */
export const whenStarterEnds = (onEnd) => {
  const watched = starters()
  if (watched.length === 0) return
  const timer = setInterval(() => {
    if (watched.every(isAlive)) return
    clearInterval(timer)
    onEnd()
  }, checkMs)
  timer.unref()
}
