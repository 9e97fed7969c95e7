import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const ctrlC = 3

/** Our process group and the one that the terminal belongs to just now. */
const groups = () => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const [, , own, , , terminals] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [own, terminals]
  } catch {
    // No /proc here.
  }
  const line = execFileSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], {
    encoding: 'utf8',
    stdio: 'pipe',
  })
  return line.trim().split(/\s+/)
}

/** A process that is not in the foreground is stopped by the terminal when it takes it. */
const isInForeground = () => {
  if (process.platform === 'win32') return true
  try {
    const [own, terminals] = groups()
    return own === terminals
  } catch {
    return false
  }
}

/**
 * Has Ctrl-C come to us as a key, not as a signal to everyone at the terminal: of that, the shells between the user's
 * command and us die at once, and the package managers call a start that was stopped on purpose a failed one.
 */
export const takeInterrupts = (onInterrupt) => {
  const { stdin } = process
  if (!stdin.isTTY || !isInForeground()) return
  // The terminal may be gone before we are.
  stdin.on('error', () => {})
  stdin.setRawMode(true)
  stdin.on('data', (keys) => {
    if (keys.includes(ctrlC)) onInterrupt()
  })
}
