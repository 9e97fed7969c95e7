import type { StartedDatabase } from './database.ts'
import type { StartSettings } from './settings.ts'

/** What a task may call in embedded mode beyond the public internet: this machine. */
const embeddedAllowlist = '127.0.0.0/8,::1/128'

const embeddedEnvironment = ({ environment }: StartSettings, { embedded }: StartedDatabase): NodeJS.ProcessEnv => {
  if (!embedded) return {}
  return {
    KNOCKWIRE_EMBEDDED: '1',
    KNOCKWIRE_DEMO_EMAIL: embedded.demo.email,
    KNOCKWIRE_DEMO_PASSWORD: embedded.demo.password,
    ENCRYPTION_KEY: environment['ENCRYPTION_KEY'] || embedded.encryptionKey,
    OUTBOUND_ALLOW_CIDRS: environment['OUTBOUND_ALLOW_CIDRS'] || embeddedAllowlist,
  }
}

/** The apps' environment: ours, with what this start decided. */
export const appEnvironment = (settings: StartSettings, database: StartedDatabase): NodeJS.ProcessEnv => ({
  ...settings.environment,
  NODE_ENV: 'production',
  DATABASE_URL: database.url,
  HOST: settings.host,
  PORT: String(settings.api.port),
  RECEIVER_PORT: String(settings.receivers.port),
  EXECUTOR_PORT: String(settings.executor.port),
  OPERATOR_HOST: settings.operatorHost,
  OPERATOR_PORT: String(settings.operator.port),
  EXECUTOR_OPERATOR_PORT: String(settings.executorOperator.port),
  PUBLIC_ORIGIN: settings.publicOrigin,
  RECEIVER_ORIGIN: settings.receiverOrigin,
  LOG_LEVEL: settings.logLevel,
  ...embeddedEnvironment(settings, database),
})
