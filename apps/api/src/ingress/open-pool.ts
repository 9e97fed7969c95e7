import { type DatabaseHandle, openDatabase } from '@knockwire/db/client'
import type { Logger } from 'pino'
import { writerSession } from './commit/write-requests.ts'

/** A commit that takes longer is aborted, and its senders get a 503 to try again. */
const statementMs = 10_000
/** For a server that does not even say so. */
const queryTimeoutMs = 12_000
/** Only a process that hangs locks a receiver's counters for longer. A group that waited for it would delay the other receivers. */
const defaultLockTimeoutMs = 1_000

export interface IngressPoolOptions {
  /** Connections at most. */
  max: number
  lockTimeoutMs?: number | undefined
  log: Logger
}

/** The ingress's own connections: neither side of the product waits for the other's. */
export const openIngressPool = (url: string, options: IngressPoolOptions): DatabaseHandle => {
  const { max, lockTimeoutMs = defaultLockTimeoutMs, log } = options
  return openDatabase({
    url,
    max,
    applicationName: 'knockwire-ingress',
    sessionSql: `set statement_timeout = ${statementMs}; set lock_timeout = ${lockTimeoutMs}; ${writerSession}`,
    queryTimeoutMs,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection of the ingress was lost'),
  })
}
