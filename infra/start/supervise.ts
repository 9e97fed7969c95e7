import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { complain, printLines } from './log-lines.ts'
import { root } from '../process/root.ts'

export interface App {
  name: string
  /** From the repository's directory. */
  script: string
  env: NodeJS.ProcessEnv
}

export interface Supervised {
  name: string
  pid: () => number | undefined
  /** Rejects if the app ends before `isUp` was called. */
  failed: Promise<never>
  /** From now on, an app that ends is started again. */
  isUp: () => void
  /** Lets the app finish what it is doing; resolves when it has ended. */
  stop: () => Promise<void>
  /** Stops the app as `stop` does, and starts it again at once. */
  restart: () => void
  kill: () => void
}

const endWithParent = fileURLToPath(new URL('./end-with-parent.ts', import.meta.url))

const firstWaitMs = 500
const longestWaitMs = 30_000
/** An app that ran this long did not fail at its start: the next wait is short again. */
const steadyMs = 60_000
/** Calls in flight may take 30 s. */
const drainMs = 40_000

const launch = ({ name, script, env }: App): ChildProcess => {
  const args = ['--disable-warning=ExperimentalWarning', '--import', endWithParent, script]
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const
  // A group of its own: a Ctrl-C reaches us alone, and we stop things in order.
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: [...stdio], detached: true })
  if (child.stdout) printLines(name, child.stdout)
  if (child.stderr) printLines(name, child.stderr)
  return child
}

const reasonOf = (code: number | null, signal: NodeJS.Signals | null) =>
  code === null ? `was ended by ${signal}` : `ended with code ${code}`

/** Keeps an app running: started again when it ends, after waits that grow while it fails at once. */
export const supervise = (app: App): Supervised => {
  let child: ChildProcess
  let isStopping = false
  let isRestarting = false
  let hasBeenUp = false
  let waitMs = firstWaitMs
  let waiting: NodeJS.Timeout | undefined
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => {})

  const onEnd = (startedAt: number, reason: string) => {
    if (isStopping) return
    if (isRestarting) return start()
    if (!hasBeenUp) {
      fail(new Error(`The ${app.name} ${reason} before it was ready.`))
      return
    }
    if (performance.now() - startedAt > steadyMs) waitMs = firstWaitMs
    complain(`The ${app.name} ${reason}; it is started again in ${waitMs / 1000} s.`, { ended: app.name })
    waiting = setTimeout(start, waitMs)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }
  const start = () => {
    isRestarting = false
    const startedAt = performance.now()
    child = launch(app)
    child.once('exit', (code, signal) => onEnd(startedAt, reasonOf(code, signal)))
  }
  start()

  const stop = async () => {
    isStopping = true
    clearTimeout(waiting)
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), drainMs)
    await ended
    clearTimeout(timer)
  }
  const restart = () => {
    if (isStopping || isRestarting) return
    isRestarting = true
    clearTimeout(waiting)
    if (child.exitCode !== null || child.signalCode !== null) start()
    else child.kill('SIGTERM')
  }
  return {
    name: app.name,
    pid: () => child.pid,
    failed,
    isUp: () => (hasBeenUp = true),
    stop,
    restart,
    kill: () => child.kill('SIGKILL'),
  }
}
