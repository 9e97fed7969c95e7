import { z } from 'zod'
import { templateLimits } from '../channel.ts'

/** `subject` and `template` are Liquid. */
export const EmailSetting = z.strictObject({
  address: z.string().max(254),
  subject: z.string().max(templateLimits.subjectLength),
  template: z.string().max(templateLimits.bodyLength),
})
export type EmailSetting = z.infer<typeof EmailSetting>
