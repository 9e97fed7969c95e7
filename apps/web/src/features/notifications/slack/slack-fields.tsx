import { templateLimits } from '@knockwire/domain/channels/channel'
import { Select } from '@mantine/core'
import { TemplateField } from '../../../components/template-editor/template-field.tsx'
import type { SlackForm } from '../form/action-form.ts'
import type { ActionFieldsProps } from '../form/field-props.ts'
import { useSlackChannels } from '../queries.ts'
import { channelOptions, newChannel } from './channel-options.ts'
import { noSlackText, useHasSlack } from './use-has-slack.ts'

interface SlackFieldsProps extends ActionFieldsProps<SlackForm> {
  /** Whether the page is about to be left for Slack's. */
  isLeaving: boolean
  onNewChannel: () => void
}

export function SlackFields({ form, errors, variables, onChange, isLeaving, onNewChannel }: SlackFieldsProps) {
  const channels = useSlackChannels()
  const hasSlack = useHasSlack()
  const choose = (chosen: string | null) => {
    if (chosen === newChannel) onNewChannel()
    else if (chosen !== null) onChange({ slackChannel: chosen })
  }
  return (
    <>
      <Select
        label="Slack channel"
        data-autofocus
        name="slackChannel"
        placeholder={channels.isPending ? 'Loading channels…' : 'Choose a channel'}
        description={descriptionOf(hasSlack, isLeaving)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        disabled={isLeaving}
        comboboxProps={{ withinPortal: false }}
        data={channelOptions(channels.data, form.slackChannel, hasSlack)}
        value={form.slackChannel === '' ? null : form.slackChannel}
        error={errors['slackChannel'] ?? (channels.isError && 'Your Slack channels could not be loaded.')}
        onChange={choose}
      />
      <TemplateField
        label="Message"
        name="messageTemplate"
        minRows={6}
        maxLength={templateLimits.bodyLength}
        description="Slack’s own marks work here: *bold*, _italic_, `code`."
        value={form.messageTemplate}
        error={errors['messageTemplate']}
        variables={variables}
        onChange={(messageTemplate) => onChange({ messageTemplate })}
      />
    </>
  )
}

function descriptionOf(hasSlack: boolean, isLeaving: boolean): string {
  if (!hasSlack) return `${noSlackText} Whoever runs it can set it up.`
  return isLeaving ? 'Opening Slack…' : 'A new one is picked on Slack’s own page; this dialog waits for you.'
}
