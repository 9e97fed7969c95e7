import { defineChannel, requireText } from '../channel.ts'
import type { SlackSettingInput } from './slack-setting.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export const slack = defineChannel({
  label: 'Slack',
  recipientLabel: 'Slack channel',
  settingKey: 'slackSetting',
  isPaced: true,
  fieldKeys: { channelId: 'slackChannel', messageTemplate: 'messageTemplate' },
  templates: { messageTemplate: { check: requireText } },
  templatesOf: ({ messageTemplate }: SlackSettingInput) => ({ messageTemplate }),
  defaultTemplates: {
    task: {
      messageTemplate: `*{{ task.name }}*: {{ condition.description }}
{{ task.url }} gave \`{{ condition.value | truncate: 200 | replace: "\`", "'" }}\`{% if execution.error %} ({{ execution.error }}){% endif %}
{{ execution.url }}`,
    },
    receiver: {
      messageTemplate: `*{{ receiver.name }}* received a {{ request.method }} request and answered {{ response.code }}{% if request.body != blank %}
\`\`\`{{ request.body | truncate: 1500 }}\`\`\`{% endif %}{% if response.body != blank %}
\`{{ response.body | truncate: 500 | replace: "\`", "'" }}\`{% endif %}
{{ receiver.detailUrl }}`,
    },
  },
  // Slack reads only these three, so that no value can mention a channel or hide a link. A zero-width space behind each
  // backtick that another may follow: three of them would end a template's block.
  escapeValue: (text) => text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign).replace(/`(?=`|$)/g, '`\u200b'),
  usageLimit: null,
})
