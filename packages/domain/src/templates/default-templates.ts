/** What the dialogs of tasks start with. */
export const defaultTaskTemplates = {
  emailSubject: '{{ task.name }}: {{ condition.description }}',
  emailBody: `{{ condition.description }}

Task: {{ task.name }}
URL: {{ task.url }}
Value: {{ condition.value | truncate: 500 }}
{% if execution.error %}Error: {{ execution.error }}
{% else %}Response: {{ response.code }} in {{ response.time }} ms
{% endif %}
Open this execution: {{ execution.url }}
`,
  sms: '{{ task.name | truncate: 40 }}: {{ condition.description | truncate: 80 }} ({{ condition.value | truncate: 40 }}) {{ execution.url }}',
  slack: `*{{ task.name }}*: {{ condition.description }}
{{ task.url }} gave \`{{ condition.value | truncate: 200 }}\`{% if execution.error %} ({{ execution.error }}){% endif %}
{{ execution.url }}`,
  httpBody: `{
  "task": {{ task.name | json }},
  "url": {{ task.url | json }},
  "condition": {{ condition.description | json }},
  "value": {{ condition.value | json }},
  "execution": {{ execution.url | json }}
}
`,
} as const

/** What the dialogs of receivers start with. */
export const defaultReceiverTemplates = {
  emailSubject: '{{ receiver.name }} received a {{ request.method }} request',
  emailBody: `{{ receiver.name }} received a {{ request.method }} request from {{ request.remoteAddress }}.

Request body:
{{ request.body | truncate: 5000 }}

Answered with {{ response.code }}:
{{ response.body | truncate: 1000 }}

Open this receiver: {{ receiver.detailUrl }}
`,
  slack: `*{{ receiver.name }}* received a {{ request.method }} request and answered {{ response.code }}
\`\`\`{{ request.body | truncate: 1500 }}\`\`\`
\`{{ response.body | truncate: 500 }}\`
{{ receiver.detailUrl }}`,
} as const
