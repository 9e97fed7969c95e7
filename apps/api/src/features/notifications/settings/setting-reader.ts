import type { Transaction } from '@knockwire/db/client'
import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import type { FieldErrors } from '@knockwire/domain/errors'
import type { ApiContext, Caller } from '../../../context.ts'

/** What a channel's setting is looked at with. */
export interface SettingScope {
  context: ApiContext
  tx: Transaction
  caller: Caller
  /** The notification's setting so far; null where it is a new one. */
  kept: StoredChannelSetting | null
}

/** A setting as it would be kept, and what speaks against keeping it. */
export interface ReadSetting {
  setting: StoredChannelSetting
  errors: FieldErrors
}

/** A channel's setting as the user sent it, made ready and checked, but for its templates (template-faults.ts). */
export type SettingReader<Input> = (scope: SettingScope, input: Input) => Promise<ReadSetting>
