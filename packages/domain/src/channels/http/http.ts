import type { RequestTargetInput } from '../../requests/request-target.ts'
import { sendsBody } from '../../requests/request-rules.ts'
import { defineChannel } from '../channel.ts'

export const http = defineChannel({
  label: 'HTTP',
  recipientLabel: 'URL',
  settingKey: 'request',
  isPaced: true,
  // Those of any request, such as `requestUrl`.
  fieldKeys: {},
  // Without a body the event itself is sent.
  templates: { requestBody: { check: () => null } },
  templatesOf: ({
    target: { method, body },
  }: {
    target: Pick<RequestTargetInput, 'method' | 'body'>
  }): { requestBody?: string } => (body !== null && body !== '' && sendsBody(method) ? { requestBody: body } : {}),
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
    receiver: {
      requestBody: `{
  "receiver": {{ receiver.name | json }},
  "method": {{ request.method | json }},
  "body": {{ request.body | json }},
  "response": {{ response.code | json }},
  "request": {{ receiver.detailUrl | json }}
}
`,
    },
    receiverAlert: {
      requestBody: `{
  "receiver": {{ receiver.name | json }},
  "condition": {{ condition.description | json }},
  "value": {{ condition.value | json }},
  "body": {{ request.body | json }},
  "request": {{ receiver.detailUrl | json }}
}
`,
    },
    receiverHeartbeat: {
      requestBody: `{
  "receiver": {{ receiver.name | json }},
  "alert": {{ alert.state | json }},
  "description": {{ condition.description | json }},
  "state": {{ heartbeat.state | json }},
  "since": {{ heartbeat.since | json }},
  "lastSignalAt": {{ heartbeat.lastSignalAt | json }},
  "url": {{ receiver.detailUrl | json }}
}
`,
    },
  },
  escapeValue: null,
  usageLimit: null,
})
