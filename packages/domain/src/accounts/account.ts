import { z } from 'zod'
import { Plan } from '../plans/plans.ts'
import { TaskSortKey } from '../tasks/task.ts'

export const AccountView = z.object({
  plan: Plan,
  maxTaskNumber: z.number().int(),
  user: z.object({ email: z.string(), firstName: z.string(), lastName: z.string() }),
  isEmailVerified: z.boolean(),
  verifiedEmails: z.array(z.string()),
  usage: z.object({ emailCount: z.number().int(), smsCount: z.number().int() }),
  taskListSortKey: TaskSortKey,
  settings: z.object({ isAdvancedConditionEnabled: z.boolean() }),
  /** What the server's operator has set up. */
  server: z.object({ isSlackConfigured: z.boolean() }),
})
export type AccountView = z.infer<typeof AccountView>

export const UpdateSettingsInput = z.strictObject({ taskListSortKey: TaskSortKey })
export type UpdateSettingsInput = z.infer<typeof UpdateSettingsInput>

/** What is taken before the account has loaded (TL-22). */
export const defaultMaxTaskNumber = 25
