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
      messageTemplate: `*[{{ alert.state }}] {{ task.name }}*: {{ alert.summary }}{% if execution.error %} ({{ execution.error }}){% endif %}
{{ task.url }}
{{ execution.url }}`,
    },
    receiver: {
      messageTemplate: `*{{ receiver.name }}* received a {{ request.method }} request (response {{ response.code }}){% if request.body != blank %}
\`\`\`{{ request.body | truncate: 1500 }}\`\`\`{% endif %}{% if response.body != blank %}
\`{{ response.body | truncate: 500 | replace: "\`", "'" }}\`{% endif %}
{{ receiver.detailUrl }}`,
    },
    receiverAlert: {
      messageTemplate: `*[{{ alert.state }}] {{ receiver.name }}*: {{ alert.summary }}{% if request.body != blank %}
\`\`\`{{ request.body | truncate: 1500 }}\`\`\`{% endif %}
{{ receiver.detailUrl }}`,
    },
    receiverHeartbeat: {
      messageTemplate: `*[{{ alert.state }}] {{ receiver.name }}*: {{ alert.summary }}
{{ receiver.detailUrl }}`,
    },
  },
  // Slack reads only these three, so that no value can mention a channel or hide a link. A zero-width space parts backticks
  // from each other and from those of a template: three of them would end its block, and a fourth is no part of its beginning.
  escapeValue: (text) =>
    text
      .replace(/[&<>]/g, (sign) => entities[sign] ?? sign)
      .replace(/^`/, '\u200b`')
      .replace(/`(?=`|$)/g, '`\u200b'),
  usageLimit: null,
})
