import { z } from 'zod'
import { defineChannel, requireText, templateLimits } from '../channel.ts'

/** Characters of a text message; Twilio rejects longer ones, so the rest is cut. */
export const maxSmsLength = 1600

/** US and Canada only; `phoneNumber` is kept in E.164. */
export const SmsSetting = z.strictObject({
  countryCode: z.literal('+1'),
  phoneNumber: z.string().max(32),
  template: z.string().max(templateLimits.bodyLength),
})
export type SmsSetting = z.infer<typeof SmsSetting>

export const sms = defineChannel({
  label: 'SMS',
  recipientLabel: 'Phone number',
  settingKey: 'smsSetting',
  SettingInput: SmsSetting.extend({ countryCode: SmsSetting.shape.countryCode.default('+1') }),
  SettingView: SmsSetting,
  fieldKeys: { phoneNumber: 'smsPhoneNumber', template: 'smsTemplate' },
  templates: { smsTemplate: { check: requireText } },
  templatesOf: ({ template }: SmsSetting) => ({ smsTemplate: template }),
  defaultTemplates: {
    task: {
      smsTemplate:
        '{{ task.name | truncate: 40 }}: {{ condition.description | truncate: 80 }} ({{ condition.value | truncate: 40 }}) {{ execution.url }}',
    },
    receiver: null,
  },
  escapeValue: null,
  usageLimit: {
    kind: 'sms',
    allowance: ({ textsPerMonth }) => ({ limit: textsPerMonth, per: 'month' }),
    singular: 'text message',
    plural: 'texts',
  },
  // It counts as delivered once the provider has it; that it did not reach its phone is reported within minutes.
  deliveryReportMs: 5 * 60_000,
})
