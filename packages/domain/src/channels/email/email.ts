import { defineChannel, requireText } from '../channel.ts'
import type { EmailSetting } from './email-setting.ts'

const checkSubject = (subject: string) => {
  if (subject === '') return 'Enter a subject.'
  return /[\r\n]/.test(subject) ? 'A subject has one line only.' : null
}

export const email = defineChannel({
  label: 'Email',
  recipientLabel: 'Email address',
  settingKey: 'emailSetting',
  isPaced: false,
  fieldKeys: { address: 'emailAddress', subject: 'emailSubject', template: 'emailTemplate' },
  templates: { emailSubject: { check: checkSubject }, emailTemplate: { check: requireText } },
  templatesOf: ({ subject, template }: EmailSetting) => ({ emailSubject: subject.trim(), emailTemplate: template }),
  defaultTemplates: {
    task: {
      emailSubject: '[{{ alert.state }}] {{ task.name }}: {{ alert.summary }}',
      // Each mail has the response before and now beside this text, so that a value stands here only where it is another.
      emailTemplate: `{{ condition.description }}
{% unless condition.value == null or condition.value == response.code or condition.value == response.time or condition.previousValue %}Value: {{ condition.value | truncate: 500 }}
{% endunless %}URL: {{ task.url }}

Open this execution: {{ execution.url }}
`,
    },
    receiver: {
      emailSubject: '{{ receiver.name }} received a {{ request.method }} request',
      emailTemplate: `Request body:
{{ request.body | truncate: 5000 }}

Response {{ response.code }}:
{{ response.body | truncate: 1000 }}

Open this request: {{ receiver.detailUrl }}
`,
    },
    receiverAlert: {
      emailSubject: '[{{ alert.state }}] {{ receiver.name }}: {{ alert.summary }}',
      emailTemplate: `{{ condition.description }}

Request body:
{{ request.body | truncate: 5000 }}

Open this request: {{ receiver.detailUrl }}
`,
    },
    receiverHeartbeat: {
      emailSubject: '[{{ alert.state }}] {{ receiver.name }}: {{ alert.summary }}',
      emailTemplate: `{{ condition.description }}

Open this receiver: {{ receiver.detailUrl }}
`,
    },
  },
  escapeValue: null,
  usageLimit: { kind: 'email', allowance: ({ emails }) => emails, singular: 'email', plural: 'emails' },
})
