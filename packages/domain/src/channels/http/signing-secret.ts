import { z } from 'zod'

/** What an account's HTTP notifications are signed with, in the Standard Webhooks form: `whsec_` and a key in base64. */
export const SigningSecretView = z.object({ secret: z.string().startsWith('whsec_') })
