/** A connected channel. `channel`: as Slack gives it, such as `#ops`. */
export interface NamedChannel {
  id: string
  teamName: string
  channel: string
}

const bare = (name: string): string => name.replace(/^#/, '')

/** With its workspace, such as `Acme/#ops`. */
const qualified = ({ teamName, channel }: NamedChannel): string => `${teamName}/${channel}`

const isCalled = (channel: NamedChannel, written: string): boolean =>
  bare(channel.channel) === bare(written) ||
  qualified(channel) === written ||
  `${channel.teamName}/${bare(channel.channel)}` === written

/** The shortest that names it alone: its name, with its workspace where others have that name, too, or its id. */
export const nameOfChannel = (channel: NamedChannel, channels: readonly NamedChannel[]): string => {
  const names = [channel.channel, qualified(channel)]
  return names.find((name) => channels.filter((each) => isCalled(each, name)).length === 1) ?? channel.id
}

/** The channel that is written by its id, as `#ops`, as `ops`, or with its workspace; a message where there is not exactly one. */
export function findChannel(
  written: string,
  channels: readonly NamedChannel[],
): { channel: NamedChannel } | { problem: string } {
  const byId = channels.find(({ id }) => id === written)
  if (byId !== undefined) return { channel: byId }
  const [channel, ...others] = channels.filter((each) => isCalled(each, written))
  if (channel === undefined)
    return { problem: `No Slack channel ${written} is connected. Connect it in the dashboard.` }
  if (others.length === 0) return { channel }
  const names = [channel, ...others].map((each) => nameOfChannel(each, channels))
  return { problem: `Several Slack channels are called ${written}. Write one of ${names.join(', ')}.` }
}
