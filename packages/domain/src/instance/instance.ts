import { z } from 'zod'
import { signInMethods, signUpModes } from './instance-rules.ts'

/** Who may sign up: anybody, those who were invited by mail, or nobody. */
export const SignUpMode = z.enum(signUpModes)

export const SignInMethod = z.enum(signInMethods)

/** What this instance offers, as its operator set it up. It is the same for everybody, and holds until the server restarts. */
export const InstanceView = z.object({
  signUps: SignUpMode,
  /** The domains whose addresses may sign up, be invited and come in by the provider; empty: those of any domain. */
  allowedDomains: z.array(z.string()),
  /** The ways to sign in that are offered and accepted. */
  signInMethods: z.array(SignInMethod),
  /** Whether mortgage rates are fetched and shown. */
  hasRates: z.boolean(),
  /** Whether it serves the front page, the documentation and the blog. */
  hasSite: z.boolean(),
})
export type InstanceView = z.infer<typeof InstanceView>
