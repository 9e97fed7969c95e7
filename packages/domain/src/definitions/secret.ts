import { z } from 'zod'
import { SecretView } from './apply.ts'
import { SecretName } from './key.ts'

/** Of an account. */
export const mostSecrets = 500

export const SecretValue = z.string().min(1, 'Enter a value.').max(4096, 'A secret has at most 4,096 characters.')
export const SaveSecretInput = z.strictObject({ value: SecretValue })
/** As a form has it. */
export const StoreSecretInput = z.strictObject({ name: SecretName, value: SecretValue })
export const SecretParams = z.object({ name: SecretName })
/** `force`: also one that something refers to still, whose calls fail from then on. */
export const DeleteSecretQuery = z.strictObject({ force: z.stringbool().default(false) })
export const SecretList = z.object({ results: z.array(SecretView) })
