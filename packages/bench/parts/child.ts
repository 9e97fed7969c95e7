import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Child {
  pid: number
  process: ChildProcess
  stop: () => Promise<void>
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Runs a program of the repository under this Node; its path is seen from `packages/bench/`. It ends with us at the latest.
 *
 * @param within - the command that it is run by, which becomes the program.
 */
export const startChild = (
  path: string,
  args: string[],
  env: Record<string, string> = {},
  within: readonly string[] = [],
): Child => {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url))
  const [command = process.execPath, ...words] = [...within, process.execPath, file, ...args]
  const child = spawn(command, words, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const ended = once(child, 'exit').then(() => running.delete(child))
  return {
    pid: child.pid ?? 0,
    process: child,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** How many of its last lines the error of a program shows that ended early. */
const shownLines = 10

/**
 * The first object among the lines that the program prints for which the condition holds; each line is JSON. Rejects with
 * its last lines where it ends before.
 */
export const printed = <T>(child: Child, isIt: (line: T) => boolean): Promise<T> =>
  new Promise((resolve, reject) => {
    if (child.process.stdout === null) return reject(new Error('There is nothing to read.'))
    const last: string[] = []
    createInterface(child.process.stdout).on('line', (text) => {
      last.push(text)
      if (last.length > shownLines) last.shift()
      const line = parsed(text) as T | null
      if (line !== null && isIt(line)) resolve(line)
    })
    // By then all that it printed has been read.
    child.process.once('close', (code, signal) => {
      const how = code ?? signal
      reject(new Error([`A program of the bench ended early (${how}). It printed last:`, ...last].join('\n')))
    })
  })

/** A program that is killed may leave half a line. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
