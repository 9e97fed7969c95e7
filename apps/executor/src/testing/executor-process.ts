import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '@knockwire/db/testing/processes/bare-environment'
import { programFile } from '@knockwire/db/testing/processes/program-file'

export interface ExecutorProcess {
  pid: number
  port: number
  /** Where its metrics are. */
  operatorPort: number
  /** What it logged, parsed. */
  log: Record<string, unknown>[]
  signal: (signal: NodeJS.Signals) => void
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
  kill: () => Promise<void>
}

const main = programFile({
  source: new URL('../main.ts', import.meta.url),
  bundle: new URL('../../dist/main.js', import.meta.url),
})
/** A run of tests that is killed outright leaves no executor behind. */
const endWithParent = fileURLToPath(new URL('../../../../infra/start/end-with-parent.ts', import.meta.url))

interface SpawnedExecutor {
  pid: number
  log: Record<string, unknown>[]
  /** What it wrote that is no JSON: the sentence that it ends with. */
  errors: () => string
  signal: (signal: NodeJS.Signals) => void
  ended: Promise<number | NodeJS.Signals | null>
  /** Called for each line of the log. */
  onLine: (listener: (entry: Record<string, unknown>) => void) => void
}

/** The same, not waited for until it is started: it may never be. */
export const spawnExecutor = (databaseUrl: string, env: Record<string, string> = {}): SpawnedExecutor => {
  const child = spawn(process.execPath, ['--import', endWithParent, main], {
    env: {
      ...bareEnvironment(),
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      KNOCKWIRE_EMBEDDED: '1',
      EXECUTOR_PORT: '0',
      EXECUTOR_OPERATOR_PORT: '0',
      RATE_SOURCES: 'none',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const log: Record<string, unknown>[] = []
  let errors = ''
  let listener: (entry: Record<string, unknown>) => void = () => {}
  child.stderr?.on('data', (data: Buffer) => (errors += data.toString()))
  if (child.stdout === null) throw new Error('The executor has no output.')
  createInterface(child.stdout).on('line', (line) => {
    const entry = JSON.parse(line) as Record<string, unknown>
    log.push(entry)
    listener(entry)
  })
  return {
    pid: child.pid ?? 0,
    log,
    errors: () => errors,
    signal: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal))),
    onLine: (given) => (listener = given),
  }
}

/** The executor as it is shipped, in its own process, which a test may kill, freeze or stop. */
export const startExecutorProcess = async (
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<ExecutorProcess> => {
  const { pid, log, errors, signal, ended, onLine } = spawnExecutor(databaseUrl, env)
  const started = Promise.withResolvers<Record<string, unknown>>()
  void ended.then((how) =>
    started.reject(
      new Error(`The executor ended before it was started: ${how}, ${errors()} ${JSON.stringify(log.at(-1))}`),
    ),
  )
  onLine((entry) => {
    if (entry['msg'] === 'executor started') started.resolve(entry)
  })
  const { port, operatorPort } = await started.promise
  return {
    pid,
    port: Number(port),
    operatorPort: Number(operatorPort),
    log,
    signal,
    ended,
    kill: async () => {
      signal('SIGKILL')
      await ended
    },
  }
}
