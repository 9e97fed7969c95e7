import '../../../../theme/mantine-later-styles.ts'
import { templateLimits } from '@knockwire/domain/channels/channel'
import type { SlackChannelView } from '@knockwire/domain/channels/slack/slack-setting'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TemplateField } from '../../../../components/template-editor/template-field.tsx'
import { NotLoaded } from '../../../../components/ui/feedback/not-loaded.tsx'
import type { ChannelFieldsProps } from '../channel.ts'
import { slackChannelsQuery } from '../channel-queries.ts'
import { notConfigured, useIsConfigured } from './slack-configured.ts'
import type { SlackForm } from './slack-dialog.ts'
import { useLeaveForSlack } from './use-leave-for-slack.ts'

export function SlackFields({ fields, variables, dialog }: ChannelFieldsProps<SlackForm>) {
  const { values: form, errors, change } = fields
  const channels = useQuery(slackChannelsQuery)
  const isConfigured = useIsConfigured()
  const { isLeaving, leave } = useLeaveForSlack(dialog)
  const choose = (chosen: string | null) => {
    if (chosen === newChannel) void leave(form)
    else if (chosen !== null) change({ slackChannel: chosen })
  }
  return (
    <>
      <Select
        label="Slack channel"
        data-autofocus
        name="slackChannel"
        placeholder={channels.isPending ? 'Loading channels…' : 'Choose a channel'}
        description={channelHelp(isConfigured, isLeaving)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        disabled={isLeaving}
        comboboxProps={{ withinPortal: false }}
        data={channelOptions(channels.data, form.slackChannel, isConfigured)}
        value={form.slackChannel === '' ? null : form.slackChannel}
        error={errors['slackChannel']}
        onChange={choose}
      />
      {channels.isError && (
        <NotLoaded what="Your Slack channels" error={channels.error} onRetry={() => void channels.refetch()} />
      )}
      <TemplateField
        label="Message"
        {...fields.bind('messageTemplate')}
        minRows={6}
        maxLength={templateLimits.bodyLength}
        description="Slack formatting works here: *bold*, _italic_, `code`."
        variables={variables}
      />
    </>
  )
}

function channelHelp(isConfigured: boolean, isLeaving: boolean): string {
  if (!isConfigured) return notConfigured
  return isLeaving ? 'Opening Slack…' : 'You choose a new one on Slack’s own page. This dialog is kept for you.'
}

/** No channel has this id. */
const newChannel = 'new'

/** The account's channels, the chosen one even where it is there no more, and the way to a new one. */
export function channelOptions(channels: readonly SlackChannelView[] | undefined, chosen: string, isConfigured = true) {
  const known = channels ?? []
  const isKnown = chosen === '' || known.some(({ id }) => id === chosen)
  return [
    ...known.map(({ id, teamName, channel }) => ({ value: id, label: `${channel} (${teamName})` })),
    ...(isKnown ? [] : [{ value: chosen, label: channels ? 'A deleted channel' : 'Loading…' }]),
    { value: newChannel, label: 'New Slack channel', disabled: !isConfigured },
  ]
}
