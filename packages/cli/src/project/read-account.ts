import { type NamedChannel, nameOfChannel } from '@knockwire/domain/channels/slack/named-channels'
import type { Resource } from '@knockwire/domain/definitions/apply'
import type { Client } from '../api/client.ts'
import type { DefinedObject } from '@knockwire/domain/file/export-file'
import { readObjects } from '../api/definitions.ts'
import { UserError } from '../cli.ts'

export interface AccountObject {
  kind: Resource['kind']
  view: DefinedObject
}

/** All tasks and receivers, or those of these keys or ids. */
export async function readAccount(client: Client, named: readonly string[]): Promise<AccountObject[]> {
  const objects: AccountObject[] = []
  for (const kind of ['task', 'receiver'] as const)
    objects.push(...(await readObjects(client, kind)).map((view) => ({ kind, view })))
  if (named.length === 0) return objects
  const found = objects.filter(({ view }) => named.includes(view.id) || (view.key !== null && named.includes(view.key)))
  const missing = named.find((name) => !found.some(({ view }) => view.id === name || view.key === name))
  if (missing !== undefined) throw new UserError(`There is no task or receiver ${missing}.`)
  return found
}

/** The name of a Slack channel by its id, as a file writes it; null where the token may not read them. */
export async function readSlackNames(client: Client): Promise<(id: string) => string | null> {
  const channels = await client.listSlackChannels().catch((): NamedChannel[] => [])
  const names = new Map(channels.map((channel) => [channel.id, nameOfChannel(channel, channels)]))
  return (id) => names.get(id) ?? null
}
