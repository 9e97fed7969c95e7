import type { DatabaseHandle } from '@knockwire/db/client'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import type { OutboundClient } from '@knockwire/outbound/create-client'
import type { Queue } from '@knockwire/queue/queue'
import type { Logger } from 'pino'
import type { Mailer } from '@knockwire/services/mail/mail'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { Settings } from './settings.ts'

/** What the executor's parts are given; nothing is reached for. */
export interface ExecutorContext {
  settings: Settings
  database: DatabaseHandle
  /** Connections for maintenance, planned for as usual: it neither waits for dispatch and runs nor keeps them waiting. */
  maintenance: DatabaseHandle
  queue: Queue
  secrets: Secrets
  /** The only way to a user's address. */
  client: OutboundClient
  mailer: Mailer
  /** Where bodies are parsed and templates filled in. */
  sandbox: Sandbox
  log: Logger
  onError: (error: Error) => void
}
