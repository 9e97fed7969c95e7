import { CallError, type Client } from '../api/client.ts'
import { neededArg, type Run, UserError } from '../cli.ts'
import { shown } from '../terminal/terminal.ts'

/** What would fail without the secret. */
async function usersOf(client: Client, name: string, signal: AbortSignal): Promise<string> {
  const { results } = await client.listSecrets({}, { signal })
  const usedBy = results.find((secret) => secret.name === name)?.usedBy ?? []
  return usedBy.map(({ kind, key, id }) => `${kind} ${shown(key ?? id)}`).join(', ')
}

export const run: Run = async ({ client, terminal, signal }, invocation) => {
  const name = neededArg(invocation, 0, 'secret')
  const force = invocation.options['force'] === true && { force: 'true' }
  try {
    await client().deleteSecret({ name, ...force }, { signal })
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 409) throw error
    const users = await usersOf(client(), name, signal)
    throw new UserError(`${name} is used by: ${users}. Calls that use it would fail. --force deletes it all the same.`)
  }
  terminal.print(`${name} is deleted.`)
  return 0
}
