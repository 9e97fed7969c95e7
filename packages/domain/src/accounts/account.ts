import { z } from 'zod'
import { Id, Timestamp } from '../id.ts'
import { Plan } from '../plans/plan.ts'
import { TaskSortKey } from '../tasks/task.ts'
import { EmailAddress } from './credentials.ts'
import { ApiTokenView } from './api-token.ts'
import { Role } from './role.ts'

export const AccountView = z.object({
  id: Id,
  name: z.string(),
  /** The caller's. */
  role: Role,
  plan: Plan,
  maxTaskNumber: z.number().int(),
  user: z.object({ id: Id, email: z.string(), firstName: z.string(), lastName: z.string() }),
  /** Whether the caller's own address is confirmed. */
  isEmailVerified: z.boolean(),
  verifiedEmails: z.array(z.string()),
  usage: z.object({ emailCount: z.number().int(), smsCount: z.number().int() }),
  taskListSortKey: TaskSortKey,
  settings: z.object({ isAdvancedConditionEnabled: z.boolean() }),
  /**
   * What the server's operator has set up; and since when its own network fails, so that runs are inconclusive, null where it
   * does not.
   */
  server: z.object({
    isSlackConfigured: z.boolean(),
    /** Whether plans can be bought; else the operator alone sets them. */
    isBillingConfigured: z.boolean(),
    /** Whether it has a mail server; else codes and notices cannot arrive. */
    canSendMail: z.boolean(),
    /** Whether tasks are called and notifications are sent; not on a copy that is only looked at. */
    makesCalls: z.boolean(),
    networkOutageSince: Timestamp.nullable(),
    /** What the operator says to everybody; null: nothing. */
    banner: z.string().nullable(),
    /** Since when the operator has paused all calls; null: they are made. */
    callsPausedAt: Timestamp.nullable(),
  }),
  /** Why the operator suspended the account, so that nothing of it runs or is changed; null: it is not suspended. */
  suspendedReason: z.string().nullable(),
  /** Whether the user runs this server. */
  isOperator: z.boolean(),
  /** Of the token that asks, as the list of tokens has it; left out for a session. */
  token: ApiTokenView.pick({ scope: true, scopes: true, project: true }).optional(),
})
export type AccountView = z.infer<typeof AccountView>

/** What an account uses of what its plan allows. Emails and texts are those of the plan's running period. */
export const UsageView = z.object({
  emailCount: z.number().int(),
  smsCount: z.number().int(),
  /** Slack and HTTP notifications of the last minute, as far as the plan's pace counts them. */
  slackAndHttpCount: z.number().int(),
  taskCount: z.number().int(),
  receiverCount: z.number().int(),
  /** Of all histories. */
  storedBytes: z.number().int(),
})
export type UsageView = z.infer<typeof UsageView>

/** What is left out stays as it is. */
export const UpdateSettingsInput = z
  .strictObject({ taskListSortKey: TaskSortKey.optional(), isAdvancedConditionEnabled: z.boolean().optional() })
  .refine((input) => Object.values(input).some((value) => value !== undefined), 'Enter something to change.')
export type UpdateSettingsInput = z.infer<typeof UpdateSettingsInput>

export const UpdateProfileInput = z.strictObject({
  firstName: z.string().trim().max(100),
  lastName: z.string().trim().max(100),
})
export type UpdateProfileInput = z.infer<typeof UpdateProfileInput>

/** The address must be one of the account's verified ones. */
export const ChangeEmailInput = z.strictObject({ email: EmailAddress })
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>
