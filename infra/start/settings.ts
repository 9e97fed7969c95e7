import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { embeddedProblems } from '@knockwire/domain/embedded/one-machine'
import { root } from '../process/root.ts'
import type { LogFormat } from './log-lines.ts'

/** A port of ours and the variable that sets it. */
export interface PortSetting {
  variable: 'PORT' | 'RECEIVER_PORT' | 'EXECUTOR_PORT' | 'OPERATOR_PORT' | 'EXECUTOR_OPERATOR_PORT'
  port: number
}

export interface StartSettings {
  /** Null: the embedded PostgreSQL, and with it the embedded mode. */
  databaseUrl: string | null
  dataDirectory: string
  /** What the apps listen on. */
  host: string
  api: PortSetting
  receivers: PortSetting
  executor: PortSetting
  /** Where the apps serve their metrics. */
  operatorHost: string
  operator: PortSetting
  executorOperator: PortSetting
  publicOrigin: string
  receiverOrigin: string
  /** Where to write, as JSON, that and where everything is ready: for programs that start this one. */
  readyFile: string | null
  /** Whether anybody may sign up, as the banner says. */
  areSignUpsOpen: boolean
  logLevel: string
  /** JSON, unless the embedded mode's one user looks on. */
  logFormat: LogFormat
  /** Everything that the apps are passed on as it stands. */
  environment: NodeJS.ProcessEnv
}

const portOf = (variable: PortSetting['variable'], text: string | undefined, defaultPort: number): PortSetting => {
  const port = text ? Number(text) : defaultPort
  if (Number.isInteger(port) && port > 0 && port < 65_536) return { variable, port }
  throw new Error(`${variable} must be a port number between 1 and 65535, not "${text}".`)
}

const checkDistinct = (ports: PortSetting[]): void => {
  for (const [index, { variable, port }] of ports.entries()) {
    const other = ports.slice(index + 1).find((candidate) => candidate.port === port)
    if (other) throw new Error(`${variable} and ${other.variable} are both ${port}: give each its own port.`)
  }
}

/** Reads `.env` (what is set already wins over it) and the environment. */
export const readSettings = (): StartSettings => {
  const file = join(root, '.env')
  if (existsSync(file)) loadEnvFile(file)
  const environment = process.env
  const { DATABASE_URL, HOST, KNOCKWIRE_DATA_DIR, KNOCKWIRE_READY_FILE, LOG_LEVEL } = environment
  const api = portOf('PORT', environment['PORT'], 3000)
  const receivers = portOf('RECEIVER_PORT', environment['RECEIVER_PORT'], 3001)
  const executor = portOf('EXECUTOR_PORT', environment['EXECUTOR_PORT'], 3002)
  const operator = portOf('OPERATOR_PORT', environment['OPERATOR_PORT'], 3003)
  const executorOperator = portOf('EXECUTOR_OPERATOR_PORT', environment['EXECUTOR_OPERATOR_PORT'], 3004)
  checkDistinct([api, receivers, executor, operator, executorOperator])
  const databaseUrl = DATABASE_URL || null
  // Before PostgreSQL is started for it; the apps look as well, since they can be started without this command.
  const problems = databaseUrl === null ? embeddedProblems(environment) : []
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return {
    databaseUrl,
    dataDirectory: KNOCKWIRE_DATA_DIR || join(root, '.knockwire'),
    host: HOST || '127.0.0.1',
    api,
    receivers,
    executor,
    operatorHost: environment['OPERATOR_HOST'] || '127.0.0.1',
    operator,
    executorOperator,
    // Two names for one machine, so that the dashboard's cookie never reaches the receivers, whose answers are the users'.
    publicOrigin: environment['PUBLIC_ORIGIN'] || `http://localhost:${api.port}`,
    receiverOrigin: environment['RECEIVER_ORIGIN'] || `http://127.0.0.1:${receivers.port}`,
    readyFile: KNOCKWIRE_READY_FILE || null,
    areSignUpsOpen: (environment['SIGN_UPS'] || 'open') === 'open',
    // Of a server, who signs in and what is requested is known later; a developer sees warnings.
    logLevel: LOG_LEVEL || (databaseUrl === null ? 'warn' : 'info'),
    logFormat: databaseUrl === null ? 'pretty' : 'json',
    environment,
  }
}
