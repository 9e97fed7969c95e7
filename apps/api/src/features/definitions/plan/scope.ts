import type { Transaction } from '@knockwire/db/client'
import type { StoredManagedBy } from '@knockwire/db/stored-json'
import type { NamedChannel } from '@knockwire/domain/channels/slack/named-channels'
import type { ApiContext, Caller } from '../../../context.ts'
import type { CheckedTemplates } from './check-templates.ts'

/** What definitions are planned with, all of one call alike. */
export interface PlanScope {
  context: ApiContext
  tx: Transaction
  caller: Caller
  /** By the database's clock. */
  nowMs: number
  templates: CheckedTemplates
  /** Names of the secrets that there will be. */
  secretNames: ReadonlySet<string>
  /** Names of those that the caller may use: of its own project, where its token is bound to one. Null: all. */
  usableSecrets: ReadonlySet<string> | null
  /** The file that manages what is planned; null for calls about one object, which leave that as it is. */
  project: Pick<StoredManagedBy, 'project' | 'source'> | null
  /** By a token that is bound to the project: what is managed by hand, or by no file, is not taken over. */
  isBound?: boolean
  /** The account's Slack channels, read once where one is named. */
  slackChannels: () => Promise<readonly NamedChannel[]>
  /** What was found of recipients, by their channel: each is looked up once. */
  recipients: Map<string, Promise<string | null>>
}

/** Why a definition cannot be stored. `path`: a JSON Pointer within it, as it was sent. */
export interface DefinitionProblem {
  path: string
  code: string
  message: string
}
