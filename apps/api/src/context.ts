import type { Database } from '@knockwire/db/client'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import type { Role } from '@knockwire/domain/accounts/role'
import type { UriVerdict } from '@knockwire/outbound/url-rules'
import type { Queue } from '@knockwire/queue/queue'
import type { Tracing } from '@knockwire/services/tracing/tracing'
import type { Logger } from 'pino'
import type { BackgroundWork } from './background-work.ts'
import type { Passwords } from './access/passwords.ts'
import type { ExpensiveReads } from './reads/expensive-reads.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { Settings } from './settings.ts'

/** What every verb of the API is given; nothing is reached for. */
export interface ApiContext {
  db: Database
  /** For what may take seconds: there, accounts take turns. */
  reads: ExpensiveReads
  queue: Queue
  secrets: Secrets
  passwords: Passwords
  /** Refuses at saving what a call would refuse: `createUriCheck` with the operator's openings. */
  checkUri: (uri: string) => UriVerdict
  /** For templates and bodies of anyone's making. */
  sandbox: Sandbox
  background: BackgroundWork
  settings: Settings
  /** Null where nothing is traced. */
  tracing: Tracing | null
  log: Logger
  /** Whether this process was told to stop: it serves on, and is not ready. Left out where nothing stops it. */
  isStopping?: () => boolean
  /** Epoch milliseconds. */
  now: () => number
}

/** What it takes to mail a code. */
export type MailingContext = Pick<ApiContext, 'db' | 'queue' | 'settings' | 'now'>

/** Who asks. Verbs see only this account's objects. */
export interface Caller {
  /** The account in view, or the token's. */
  accountId: string
  /** Who is signed in, or made the token. */
  userId: string
  /** What they may do in the account now. */
  role: Role
  /** A viewer, or by a token that may only read: no view shows them a secret. */
  isReadOnly?: boolean
  /** By which call they ask, for the audit log. */
  via: {
    /** Null for a browser's session. */
    tokenId: string | null
    /** The client's IP address. */
    address: string | null
    requestId: string | null
  }
}
