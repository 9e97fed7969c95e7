import { templateLimits } from '@knockwire/domain/channels/channel'
import {
  slack as definition,
  SlackChannelList,
  type SlackChannelView,
  type SlackSettingInput,
  type SlackSettingView,
} from '@knockwire/domain/channels/slack/slack'
import { Select } from '@mantine/core'
import { IconBrandSlack } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { TemplateField } from '../../../../components/template-editor/template-field.tsx'
import { useAccount } from '../../../../lib/account.ts'
import { api } from '../../../../lib/api-client.ts'
import { type ChannelFieldsProps, type ChannelPreviewProps, defineChannel } from '../channel.ts'
import { RenderedText } from '../rendered-text.tsx'
import { restoreSlackDialog, type SlackForm, slackStateParam } from './slack-dialog.ts'
import { type SlackMark, slackMarks, type SlackPart, slackParts } from './slack-parts.ts'
import { useLeaveForSlack } from './use-leave-for-slack.ts'

import { plainField } from '../../../../lib/merge.ts'
import classes from './slack.module.css'

const notConfigured = 'Slack isn’t set up on this server. Ask its administrator.'

/** Whether channels can be added; true until the account is known. */
const useIsConfigured = () => useAccount().data?.server.isSlackConfigured ?? true

const useSlackChannels = () =>
  useQuery({
    queryKey: ['slack-channels'],
    queryFn: ({ signal }) => api.get('/api/v1/integrations/slack/channels', SlackChannelList, { signal }),
    staleTime: 0,
  })

function SlackFields({ form, errors, variables, onChange, dialog }: ChannelFieldsProps<SlackForm>) {
  const channels = useSlackChannels()
  const isConfigured = useIsConfigured()
  const { isLeaving, leave } = useLeaveForSlack(dialog)
  const choose = (chosen: string | null) => {
    if (chosen === newChannel) void leave(form)
    else if (chosen !== null) onChange({ slackChannel: chosen })
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
        error={errors['slackChannel'] ?? (channels.isError && 'Your Slack channels could not be loaded.')}
        onChange={choose}
      />
      <TemplateField
        label="Message"
        name="messageTemplate"
        minRows={6}
        maxLength={templateLimits.bodyLength}
        description="Slack formatting works here: *bold*, _italic_, `code`."
        value={form.messageTemplate}
        error={errors['messageTemplate']}
        variables={variables}
        onChange={(messageTemplate) => onChange({ messageTemplate })}
      />
    </>
  )
}

function channelHelp(isConfigured: boolean, isLeaving: boolean): string {
  if (!isConfigured) return `${notConfigured} Ask the server's administrator to set it up.`
  return isLeaving ? 'Opening Slack…' : 'A new one is picked on Slack’s own page; this dialog waits for you.'
}

const SlackPreview = ({ texts }: ChannelPreviewProps<SlackForm>) => (
  <div className={classes.message}>
    <div className={classes.sender}>Knockwire</div>
    <RenderedText
      text={texts.messageTemplate}
      render={(text) => slackParts(text).map((part, index) => <SlackPartView key={index} part={part} />)}
    />
  </div>
)

/** A link cannot be followed here: it may be a value that came from anywhere. */
function SlackPartView({ part }: { part: SlackPart }) {
  if (part.kind === 'text') return slackMarks(part.text).map((mark, index) => <SlackMarkView key={index} mark={mark} />)
  if (part.kind === 'mention') return <span className={classes.mention}>{part.text}</span>
  return (
    <span className={classes.link} title={part.href}>
      {part.text}
    </span>
  )
}

const elements = { bold: 'strong', italic: 'em', strike: 's', code: 'code', block: 'pre' } as const

function SlackMarkView({ mark: { kind, text } }: { mark: SlackMark }) {
  if (kind === 'plain') return text
  const Element = elements[kind]
  return <Element className={classes[kind]}>{text}</Element>
}

/** Beforehand: in the dialog there would be no channel to choose. */
const NotConfiguredNote = () => (useIsConfigured() ? null : <p className={classes.note}>{notConfigured}</p>)

export const slack = defineChannel<SlackForm>({
  icon: IconBrandSlack,
  newForm: ({ ownerKind }) => ({ type: 'SLACK', slackChannel: '', ...definition.defaultTemplates[ownerKind] }),
  formOf: ({ channelId, messageTemplate }: SlackSettingView) => ({
    type: 'SLACK',
    slackChannel: channelId,
    messageTemplate,
  }),
  mergeFields: [plainField('slackChannel', 'Channel'), plainField('messageTemplate', 'Message')],
  toSetting: ({ slackChannel, messageTemplate }): SlackSettingInput => ({ channelId: slackChannel, messageTemplate }),
  Fields: SlackFields,
  Preview: SlackPreview,
  Note: NotConfiguredNote,
  canAdd: (account) => account?.server.isSlackConfigured ?? true,
  restore: { searchParam: slackStateParam, dialogOf: restoreSlackDialog },
})

/** No channel has this id. */
const newChannel = 'new'

/** The account's channels, the chosen one even where it is there no more, and the way to a new one. */
export function channelOptions(channels: readonly SlackChannelView[] | undefined, chosen: string, isConfigured = true) {
  const known = channels ?? []
  const isKnown = chosen === '' || known.some(({ id }) => id === chosen)
  return [
    ...known.map(({ id, teamName, channel }) => ({ value: id, label: `${channel} (${teamName})` })),
    ...(isKnown ? [] : [{ value: chosen, label: channels ? 'A channel that is no longer there' : 'Loading…' }]),
    { value: newChannel, label: 'New Slack channel', disabled: !isConfigured },
  ]
}
