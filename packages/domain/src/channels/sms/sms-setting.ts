import { z } from 'zod'
import { templateLimits } from '../channel.ts'

/** US and Canada only; `phoneNumber` is kept in E.164. */
export const SmsSetting = z.strictObject({
  countryCode: z.literal('+1'),
  phoneNumber: z.string().max(32),
  template: z.string().max(templateLimits.bodyLength),
})
export type SmsSetting = z.infer<typeof SmsSetting>

export const SmsSettingInput = SmsSetting.extend({ countryCode: SmsSetting.shape.countryCode.default('+1') })
