import type { ReceiverDefinitionView, TaskDefinitionView } from '@knockwire/domain/definitions/definition-views'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api-client.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { schemaOf } from '../../lib/api/schemas.ts'

export interface DefinedObject {
  kind: 'task' | 'receiver'
  id: string
}

/** Names of Slack channels by their ids, where it has a notification by Slack. */
const slackNames = async ({ notifications }: { notifications: { type: string }[] }, signal: AbortSignal) => {
  if (!notifications.some(({ type }) => type === 'SLACK')) return () => null
  const [channels, { nameOfChannel }] = await Promise.all([
    api.get('/api/v1/integrations/slack/channels', schemaOf('SlackChannelList'), { signal }),
    import('@knockwire/domain/channels/slack/named-channels'),
  ])
  const names = new Map(channels.map((channel) => [channel.id, nameOfChannel(channel, channels)]))
  return (id: string) => names.get(id) ?? null
}

/** What gives it a key, and one to what belongs to it: until then, its lines in a file would create it again. */
export interface KeyPatch extends DefinedObject {
  key: string
  /** It has its key, and something of it has none. */
  isOfParts: boolean
  body: object
}

type DefinitionView = TaskDefinitionView | ReceiverDefinitionView

const schemaName = {
  task: 'TaskDefinitionView',
  receiver: 'ReceiverDefinitionView',
} as const satisfies Record<DefinedObject['kind'], string>

/** The lines of a file that would define it. What writes them is loaded with the dialog. */
const linesOf = async ({ kind, id }: DefinedObject, signal: AbortSignal) => {
  const path = `/api/v1/${kind}s/${id}/definition`
  const [view, { exportFile, keysFor }, { needsKeys, withItemKeys }, { writeYaml }] = await Promise.all([
    api.get<DefinitionView>(path, schemaOf(schemaName[kind]), { signal }),
    import('@knockwire/domain/file/export-file'),
    import('@knockwire/domain/file/item-keys'),
    import('@knockwire/domain/file/write-yaml'),
  ])
  const { file, secrets } = exportFile([{ kind, view }], {
    project: 'project',
    slackChannelName: await slackNames(view, signal),
    namesChannelsByUse: true,
  })
  const { version: _version, project: _project, ...lines } = file
  const key = keysFor([{ kind, view }]).get(view.id) ?? view.id
  const keyPatch: KeyPatch | null = needsKeys(view)
    ? { kind, id, key, isOfParts: view.key !== null, body: withItemKeys(view) }
    : null
  return { text: writeYaml(lines).trimStart(), secrets: secrets.map(({ name }) => name), keyPatch }
}

const mostTries = 20

/** Another key where another one has it. */
export const giveKey = async ({ kind, id, key, body }: KeyPatch): Promise<void> => {
  for (let count = 1; ; count += 1) {
    try {
      return await api.patch(`/api/v1/${kind}s/${id}`, { ...body, key: count === 1 ? key : `${key}-${count}` })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT' || count === mostTries) throw error
    }
  }
}

/** Read again each time that it is asked for. */
export const yamlQuery = (of: DefinedObject) =>
  queryOptions({
    queryKey: ['definition', of.kind, of.id],
    queryFn: ({ signal }) => linesOf(of, signal),
    gcTime: 0,
    staleTime: 0,
  })
