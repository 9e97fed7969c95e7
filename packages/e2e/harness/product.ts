import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@knockwire/db/testing/processes/free-port'

/** Where everything is, as the start command says once it is ready. */
export interface Product {
  dashboardUrl: string
  databaseUrl: string
  /** Ids of the processes of its apps. */
  processes: Record<'api' | 'executor', number>
}

const repository = fileURLToPath(new URL('../../..', import.meta.url))
/** A run of journeys that is killed outright leaves no product behind. */
const endWithParent = fileURLToPath(new URL('../../../infra/start/end-with-parent.ts', import.meta.url))
const logs = fileURLToPath(new URL('../node_modules/.cache', import.meta.url))

/** A build of the dashboard and the site on a busy machine is the longest part of it, and all journeys wait for it alone. */
const startMs = 600_000

const environment = async (dataDirectory: string, port: number): Promise<NodeJS.ProcessEnv> => ({
  ...process.env,
  DATABASE_URL: '',
  HOST: '127.0.0.1',
  PORT: String(port),
  RECEIVER_PORT: String(await freePort()),
  EXECUTOR_PORT: String(await freePort()),
  OPERATOR_PORT: String(await freePort()),
  EXECUTOR_OPERATOR_PORT: String(await freePort()),
  PUBLIC_ORIGIN: '',
  RECEIVER_ORIGIN: '',
  TRUST_PROXY: '',
  KNOCKWIRE_DATA_DIR: join(dataDirectory, 'data'),
  KNOCKWIRE_READY_FILE: join(dataDirectory, 'ready.json'),
  LOG_LEVEL: 'warn',
  // No journey waits for the internet; one about rates names its own files.
  RATE_SOURCES: process.env['RATE_SOURCES'] ?? 'none',
  // Every test comes from this one address, with its own account.
  REQUESTS_PER_MINUTE: '1000000',
  SIGN_UPS_PER_HOUR: '1000000',
  CODES_PER_HOUR: '1000000',
})

const launch = async (env: NodeJS.ProcessEnv, logFile: string): Promise<ChildProcess> => {
  await mkdir(logs, { recursive: true })
  const log = await open(logFile, 'w')
  const child = spawn(process.execPath, ['--import', endWithParent, join(repository, 'infra/start.mjs')], {
    cwd: repository,
    env,
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  })
  child.once('exit', () => void log.close())
  return child
}

const endMs = 120_000

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

const waitUntilReady = async (child: ChildProcess, readyFile: string, logFile: string): Promise<Product> => {
  const deadline = performance.now() + startMs
  while (!existsSync(readyFile)) {
    const isLate = performance.now() > deadline
    if (isLate || hasEnded(child)) throw new Error(`The product did not start:\n${await readFile(logFile, 'utf8')}`)
    await delay(50)
  }
  return JSON.parse(await readFile(readyFile, 'utf8'))
}

const end = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  // The start command gives its apps 40 s and PostgreSQL another 60 s; what is left then does not exit.
  const timer = setTimeout(() => child.kill('SIGKILL'), endMs)
  await exited
  clearTimeout(timer)
}

/** What the apps themselves called an error, or worse. */
const loggedErrors = async (logFile: string): Promise<string[]> =>
  (await readFile(logFile, 'utf8')).split('\n').filter((line) => /^\w+ +\| (error|fatal) /.test(line))

interface ProductOptions {
  port?: number
  logName?: string
  /** Of its apps, in place of those of all journeys. */
  settings?: Readonly<Record<string, string>>
}

/** Runs the start command with data and a log of its own. `stop` answers the errors that it logged meanwhile. */
export const startProduct = async ({ port, logName = 'product', settings }: ProductOptions = {}): Promise<{
  product: Product
  stop: () => Promise<string[]>
}> => {
  const logFile = join(logs, `${logName}.log`)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'knockwire-e2e-'))
  // Started by root, PostgreSQL runs as another user: where that one cannot get in, its data is put elsewhere, and stays.
  await chmod(dataDirectory, 0o711)
  const env = { ...(await environment(dataDirectory, port ?? (await freePort()))), ...settings }
  const child = await launch(env, logFile)
  const stop = async () => {
    await end(child)
    await rm(dataDirectory, { recursive: true, force: true })
    return loggedErrors(logFile)
  }
  try {
    return { product: await waitUntilReady(child, join(dataDirectory, 'ready.json'), logFile), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
