import { z } from 'zod'
import { Id } from '../../id.ts'
import { defineChannel, requireText, templateLimits } from '../channel.ts'

export const SlackSettingInput = z.strictObject({
  channelId: z.union([Id, z.literal('')]),
  messageTemplate: z.string().max(templateLimits.bodyLength),
})
export type SlackSettingInput = z.infer<typeof SlackSettingInput>

/** `teamName` and `channel` name the chosen channel for people. */
export const SlackSettingView = z.object({
  channelId: z.string(),
  messageTemplate: z.string(),
  teamName: z.string(),
  channel: z.string(),
})
export type SlackSettingView = z.infer<typeof SlackSettingView>

export const SlackChannelView = z.object({ id: Id, teamName: z.string(), channel: z.string() })
export type SlackChannelView = z.infer<typeof SlackChannelView>
export const SlackChannelList = z.array(SlackChannelView)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export const slack = defineChannel({
  label: 'Slack',
  recipientLabel: 'Slack channel',
  settingKey: 'slackSetting',
  SettingInput: SlackSettingInput,
  SettingView: SlackSettingView,
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
  deliveryReportMs: null,
})
