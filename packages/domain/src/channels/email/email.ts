import { defineChannel, requireText } from '../channel.ts'
import type { EmailSetting } from './email-setting.ts'

const checkSubject = (subject: string) => {
  if (subject === '') return 'Please enter a subject.'
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
      emailSubject: '{{ task.name }}: {{ condition.description }}',
      emailTemplate: `{{ condition.description }}

Task: {{ task.name }}
URL: {{ task.url }}
Value: {{ condition.value | truncate: 500 }}
{% if execution.error %}Error: {{ execution.error }}
{% else %}Response: {{ response.code }} in {{ response.time | round }} ms
{% endif %}
Open this execution: {{ execution.url }}
`,
    },
    receiver: {
      emailSubject: '{{ receiver.name }} received a {{ request.method }} request',
      emailTemplate: `{{ receiver.name }} received a {{ request.method }} request from {{ request.remoteAddress }}.

Request body:
{{ request.body | truncate: 5000 }}

Answered with {{ response.code }}:
{{ response.body | truncate: 1000 }}

Open this receiver: {{ receiver.detailUrl }}
`,
    },
  },
  escapeValue: null,
  usageLimit: { kind: 'email', allowance: ({ emails }) => emails, singular: 'email', plural: 'emails' },
})
