import { keysFor } from '@knockwire/domain/file/export-file'
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

const giveKeys = (client: Client, { kind, view, key }: Given, isDryRun: boolean): Promise<unknown> => {
  const input = { body: { key, ...withItemKeys(view) }, ...(isDryRun && { dryRun: 'true' }) }
  return kind === 'task'
    ? client.patchTask({ taskId: view.id, ...input })
    : client.patchReceiver({ receiverId: view.id, ...input })
}

/** What the server would not accept is known before anything is changed: one that is wrong does not leave the others half done. */
async function checkAll({ signal, terminal }: Cli, client: Client, given: readonly Given[]): Promise<void> {
  let wrong = 0
  for (const one of given) {
    signal.throwIfAborted()
    try {
      await giveKeys(client, one, true)
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
    await giveKeys(client, one, false)
    terminal.print(`${called(one)} has the key ${one.key}.`)
  }
  terminal.note('knockwire export writes them as a file.')
  return 0
}
