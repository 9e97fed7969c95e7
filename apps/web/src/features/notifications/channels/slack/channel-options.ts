import type { SlackChannelView } from '@knockwire/domain/channels/slack/slack'

/** No channel has this id. */
export const newChannel = 'new'

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
