import { z } from 'zod'
import { Plan } from '../plans/plan.ts'
import { signInMethods, signUpModes } from './instance-rules.ts'

/** Who may sign up: anybody, those who were invited by mail, or nobody. */
export const SignUpMode = z.enum(signUpModes)

export const SignInMethod = z.enum(signInMethods)

/** What every account may have on an instance without plans; as `PlanLimits` of a plan. */
export const InstanceLimits = z.object({
  label: z.null(),
  tasks: z.number().int(),
  receivers: z.number().int(),
  emails: z.object({ limit: z.number().int(), per: z.enum(['day', 'month']) }),
  textsPerMonth: z.number().int(),
  notificationsPerMinute: z.object({ account: z.number().int(), host: z.number().int() }),
  receiverCallsPerMinute: z.number().int(),
  failuresBeforeDeactivation: z.number().int().nullable(),
  history: z.object({ executions: z.number().int(), days: z.number().int().nullable() }),
  storedBytes: z.number().int(),
})
export type InstanceLimits = z.infer<typeof InstanceLimits>

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
  /** Whom people here ask for help; null where the operator has named nobody. */
  supportEmail: z.string().nullable(),
  /** What every account may have; null: what its plan includes. */
  limits: InstanceLimits.nullable(),
  /** The plan of new accounts, where there are plans. */
  defaultPlan: Plan,
})
export type InstanceView = z.infer<typeof InstanceView>
