import { slack as definition } from '@knockwire/domain/channels/slack/slack'
import type { SlackSettingInput, SlackSettingView } from '@knockwire/domain/channels/slack/slack-setting'
import { IconBrandSlack } from '@tabler/icons-react'
import { type ChannelPreviewProps, defineChannel, lazyFields } from '../channel.ts'
import { RenderedText } from '../rendered-text.tsx'
import { notConfigured, useIsConfigured } from './slack-configured.ts'
import { restoreSlackDialog, type SlackForm, slackStateParam } from './slack-dialog.ts'
import { type SlackMark, slackMarks, type SlackPart, slackParts } from './slack-parts.ts'
import { plainField } from '../../../../lib/editing/merge.ts'
import classes from './slack.module.css'

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

const elements = {
  bold: { Element: 'strong', className: undefined },
  italic: { Element: 'em', className: undefined },
  strike: { Element: 's', className: undefined },
  code: { Element: 'code', className: classes.code },
  block: { Element: 'pre', className: classes.block },
} as const

function SlackMarkView({ mark: { kind, text } }: { mark: SlackMark }) {
  if (kind === 'plain') return text
  const { Element, className } = elements[kind]
  return <Element className={className}>{text}</Element>
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
  Fields: lazyFields(async () => (await import('./slack-fields.tsx')).SlackFields),
  Preview: SlackPreview,
  Note: NotConfiguredNote,
  canAdd: (account) => account?.server.isSlackConfigured ?? true,
  restore: { searchParam: slackStateParam, dialogOf: restoreSlackDialog },
})
