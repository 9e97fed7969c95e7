import { slug, uniqueKeys } from '@knockwire/domain/file/parts/slugs'
import type { Client } from '../api/client.ts'
import type { DefinedObject } from '@knockwire/domain/file/export-file'
import { type Run, textOption } from '../cli.ts'
import { exportFile, keysFor } from '@knockwire/domain/file/export-file'
import { projectOf, projectOfFile } from '../project/project-name.ts'
import { type AccountObject, readAccount, readSlackNames } from '../project/read-account.ts'
import { writeOne, yamlOf } from '../project/write-files.ts'

type Items = DefinedObject['notifications']

/** Those without a key get one of what they are called. */
function keyed(items: Items): Items {
  const unique = uniqueKeys(items.flatMap(({ key }) => key ?? []))
  return items.map((item) =>
    item.key === null ? { ...item, key: unique(slug(item.name ?? item.type ?? '', 'item')) } : item,
  )
}

const needsKeys = ({ key, notifications, charts = [] }: DefinedObject) =>
  key === null || [...notifications, ...charts].some((item) => item.key === null)

async function giveKeys(client: Client, { kind, view }: AccountObject, key: string): Promise<AccountObject> {
  const body = {
    key,
    notifications: keyed(view.notifications),
    ...(view.charts && { charts: keyed(view.charts) }),
  }
  const headers = { 'content-type': 'application/merge-patch+json' }
  return { kind, view: await client.call<DefinedObject>('PATCH', `/${kind}s/${view.id}`, { body, headers }) }
}

export const run: Run = async (cli, invocation) => {
  const client = cli.client()
  const all = await readAccount(client, [])
  const keys = keysFor(all)
  const named = invocation.args.length > 0 ? await readAccount(client, invocation.args) : all
  const adopted: AccountObject[] = []
  for (const object of named.filter(({ view }) => needsKeys(view))) {
    cli.signal.throwIfAborted()
    const key = keys.get(object.view.id) ?? object.view.id
    adopted.push(await giveKeys(client, object, key))
    cli.terminal.note(`${object.kind} ${object.view.name ?? object.view.id} has the key ${key}.`)
  }
  if (adopted.length === 0) {
    cli.terminal.note('All of them have keys.')
    return 0
  }
  const { file } = exportFile(adopted, {
    project: projectOf(all, textOption(invocation, 'project') ?? projectOfFile(cli.cwd)),
    keepsSecrets: true,
    slackChannelName: await readSlackNames(client),
  })
  const out = textOption(invocation, 'out')
  if (out === undefined) cli.terminal.print(yamlOf(file, client.url).trimEnd())
  else writeOne(cli, out, file, { url: client.url, isForced: false })
  return 0
}
