import { defineChannel, requireText } from '../channel.ts'
import type { SmsSetting } from './sms-setting.ts'

/** Characters of a text message; Twilio rejects longer ones, so the rest is cut. */
export const maxSmsLength = 1600

/** Ends a text that was cut: "…" is not in GSM-7, and would make the message twice as long. */
export const smsEnd = '...'

const alertText =
  '[{{ alert.state }}] {{ receiver.name | truncate: 24 }}: {{ alert.summary | truncate: 40 }} {{ receiver.shortUrl }}'

export const sms = defineChannel({
  label: 'SMS',
  recipientLabel: 'Phone number',
  settingKey: 'smsSetting',
  isPaced: false,
  fieldKeys: { phoneNumber: 'smsPhoneNumber', template: 'smsTemplate' },
  templates: { smsTemplate: { check: requireText } },
  templatesOf: ({ template }: SmsSetting) => ({ smsTemplate: template }),
  defaultTemplates: {
    task: {
      // One message of 160 characters, where the server's origin has up to 32; each bracket counts as two.
      smsTemplate:
        '[{{ alert.state }}] {{ task.name | truncate: 24 }}: {{ alert.summary | truncate: 40 }} {{ execution.shortUrl }}',
    },
    // Likewise one message each.
    receiver: {
      smsTemplate:
        '{{ receiver.name | truncate: 24 }} received a {{ request.method }} request ({{ response.code }}) {{ receiver.shortUrl }}',
    },
    receiverAlert: { smsTemplate: alertText },
    receiverHeartbeat: { smsTemplate: alertText },
  },
  escapeValue: null,
  usageLimit: {
    kind: 'sms',
    allowance: ({ textsPerMonth }) => ({ limit: textsPerMonth, per: 'month' }),
    singular: 'text message',
    plural: 'text messages',
  },
})
