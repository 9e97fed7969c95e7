import { z } from 'zod'
import { Id, Timestamp } from '../id.ts'

export const maxPasskeys = 20

export const PasskeyView = z.object({
  id: Id,
  name: z.string(),
  createdAt: Timestamp,
  /** Null: never yet. */
  lastUsedAt: Timestamp.nullable(),
  /** Whether its owner's other devices have it, too. */
  isBackedUp: z.boolean(),
})
export type PasskeyView = z.infer<typeof PasskeyView>

export const PasskeyList = z.object({ results: z.array(PasskeyView) })
export type PasskeyList = z.infer<typeof PasskeyList>

/** What browsers' WebAuthn calls take and give, as JSON (WebAuthn Level 3); checked by the library that verifies it. */
export const WebAuthnJson = z.looseObject({ id: z.string().max(2000), rawId: z.string(), response: z.looseObject({}) })
export const WebAuthnOptions = z.looseObject({ challenge: z.string() })

export const AddPasskeyInput = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name.').max(100),
  credential: WebAuthnJson,
})
export type AddPasskeyInput = z.infer<typeof AddPasskeyInput>

export const PasskeySignInInput = z.strictObject({ credential: WebAuthnJson })
export type PasskeySignInInput = z.infer<typeof PasskeySignInInput>
