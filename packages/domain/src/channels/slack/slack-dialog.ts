import { z } from 'zod'
import { Condition } from '../../conditions/condition.ts'
import { Id } from '../../id.ts'
import { Firing } from '../../notifications/firing.ts'
import { When } from '../../notifications/when.ts'
import { templateLimits } from '../channel.ts'

/**
 * The Slack dialog as it was left for Slack's own page, and as it is restored afterwards. The browser sends it as the
 * query parameter `state`; it comes back as `slackModalState`.
 */
export const SlackDialog = z
  .strictObject({
    /** The task or draft; for a receiver's dialog `receiverId` instead. */
    taskId: Id.optional(),
    receiverId: Id.optional(),
    /** Null: a new one. */
    notificationId: Id.nullable(),
    condition: Condition.optional(),
    firing: Firing.optional(),
    /** Of a receiver's. */
    when: When.optional(),
    messageTemplate: z.string().max(templateLimits.bodyLength),
    /** Coming back: the picked channel, where one was picked. */
    channelId: z.union([Id, z.literal('')]),
    /** Coming back: why there is no new channel. */
    error: z.string().max(500).optional(),
  })
  .refine(({ taskId, receiverId }) => (taskId === undefined) !== (receiverId === undefined), {
    error: 'It belongs to a task or to a receiver.',
  })
export type SlackDialog = z.infer<typeof SlackDialog>

/** Null where the text is no dialog. */
export const decodeSlackDialog = (text: string): SlackDialog | null => {
  try {
    return SlackDialog.parse(JSON.parse(text))
  } catch {
    return null
  }
}
