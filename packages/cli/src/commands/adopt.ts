import { type DefinedObject, keysFor } from '@knockwire/domain/file/export-file'
import { needsKeys, withItemKeys } from '@knockwire/domain/file/item-keys'
import { CallError, type Client } from '../api/client.ts'
import { type Cli, type Run, UserError } from '../cli.ts'
import { countOf } from '../project/count-of.ts'
import { type AccountObject, readAccount } from '../project/read-account.ts'
import { shown } from '../terminal/terminal.ts'

interface Given extends AccountObject {
  key: string
}

const called = ({ kind, view: { name, id } }: AccountObject) => `${kind} ${shown(name ?? id)}`

const sendKeys = (client: Client, { kind, view, key }: Given, options: { dryRun?: 'true'; headers?: IfMatch }) => {
  const input = { body: { key: view.key ?? key, ...withItemKeys(view) }, ...options }
  return kind === 'task'
    ? client.patchTask({ taskId: view.id, ...input })
    : client.patchReceiver({ receiverId: view.id, ...input })
}

interface IfMatch {
  'if-match': string
}

/** As it is now, and the tag that says so. */
async function readNow(client: Client, { kind, view: { id } }: Given): Promise<{ view: DefinedObject; tag: string }> {
  let tag: string | null = null
  const options = { onHeaders: (headers: Headers) => void (tag = headers.get('etag')) }
  const view =
    kind === 'task'
      ? await client.getTaskDefinition({ taskId: id }, options)
      : await client.getReceiverDefinition({ receiverId: id }, options)
  if (tag === null) throw new Error('The server sent no ETag.')
  return { view, tag }
}

/** Where somebody saves between the reading and the saving, both are done once more. */
const mostTries = 5

/**
 * A patch replaces all notifications and charts: they are read again immediately before, and saved only over what was read, so that no
 * change by somebody else is lost.
 * @returns its key: another one if it was given one in the meantime
 */
async function giveKeys(client: Client, given: Given): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const { view, tag } = await readNow(client, given)
    try {
      await sendKeys(client, { ...given, view }, { headers: { 'if-match': tag } })
      return view.key ?? given.key
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 412 || tries === mostTries) throw error
    }
  }
}

/** What the server would not accept is known before anything is changed: one that is wrong does not leave the others half done. */
async function checkAll({ signal, terminal }: Cli, client: Client, given: readonly Given[]): Promise<void> {
  let wrong = 0
  for (const one of given) {
    signal.throwIfAborted()
    try {
      await sendKeys(client, one, { dryRun: 'true' })
    } catch (error) {
      if (!(error instanceof CallError) || error.status < 400 || error.status > 499 || error.status === 401) throw error
      wrong += 1
      terminal.note(`${called(one)} (${one.view.id}): ${error.message}`)
    }
  }
  if (wrong > 0) throw new UserError('No keys were given. Correct these, or name the ids of the others.')
}

export const run: Run = async (cli, invocation) => {
  const { signal, terminal } = cli
  const client = cli.client()
  const all = await readAccount(client, [])
  const keys = keysFor(all)
  const named = invocation.args.length > 0 ? await readAccount(client, invocation.args) : all
  const given = named
    .filter(({ view }) => needsKeys(view))
    .map((one): Given => ({ ...one, key: keys.get(one.view.id) ?? one.view.id }))
  if (given.length === 0) {
    terminal.print('All of them have keys.')
    return 0
  }
  terminal.progress(`Checking ${countOf(given)}…`)
  await checkAll(cli, client, given)
  for (const one of given) {
    signal.throwIfAborted()
    const key = await giveKeys(client, one)
    terminal.print(`${called(one)} has the key ${key}.`)
  }
  terminal.note('knockwire export writes them as a file.')
  return 0
}
