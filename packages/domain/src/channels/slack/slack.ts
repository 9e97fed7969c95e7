import { defineChannel, requireText } from '../channel.ts'
import type { SlackSettingInput } from './slack-setting.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export const slack = defineChannel({
  label: 'Slack',
  recipientLabel: 'Slack channel',
  settingKey: 'slackSetting',
  fieldKeys: { channelId: 'slackChannel', messageTemplate: 'messageTemplate' },
  templates: { messageTemplate: { check: requireText } },
  templatesOf: ({ messageTemplate }: SlackSettingInput) => ({ messageTemplate }),
  defaultTemplates: {
    task: {
      messageTemplate: `*{{ task.name }}*: {{ condition.description }}
{{ task.url }} gave \`{{ condition.value | truncate: 200 }}\`{% if execution.error %} ({{ execution.error }}){% endif %}
{{ execution.url }}`,
    },
    receiver: {
      messageTemplate: `*{{ receiver.name }}* received a {{ request.method }} request and answered {{ response.code }}
\`\`\`{{ request.body | truncate: 1500 }}\`\`\`
\`{{ response.body | truncate: 500 }}\`
{{ receiver.detailUrl }}`,
    },
  },
  // Slack reads only these three, so that no value can mention a channel or hide a link.
  escapeValue: (text) => text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign),
  usageLimit: null,
})
