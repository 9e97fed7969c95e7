import { z } from 'zod'
import { RequestInput, RequestView, sendsBody } from '../../requests/request-target.ts'
import { defineChannel } from '../channel.ts'

/** What an account's HTTP notifications are signed with, in the Standard Webhooks form: `whsec_` and a key in base64. */
export const SigningSecretView = z.object({ secret: z.string().startsWith('whsec_') })

export const http = defineChannel({
  label: 'HTTP',
  recipientLabel: 'URL',
  settingKey: 'request',
  SettingInput: RequestInput,
  SettingView: RequestView,
  // Those of any request, such as `requestUrl`.
  fieldKeys: {},
  // Without a body the event itself is sent.
  templates: { requestBody: { check: () => null } },
  templatesOf: ({ target: { method, body } }: z.infer<typeof RequestInput>): { requestBody?: string } =>
    body !== null && body !== '' && sendsBody(method) ? { requestBody: body } : {},
  defaultTemplates: {
    task: {
      requestBody: `{
  "task": {{ task.name | json }},
  "url": {{ task.url | json }},
  "condition": {{ condition.description | json }},
  "value": {{ condition.value | json }},
  "execution": {{ execution.url | json }}
}
`,
    },
    receiver: null,
  },
  escapeValue: null,
  usageLimit: null,
  deliveryReportMs: null,
})
