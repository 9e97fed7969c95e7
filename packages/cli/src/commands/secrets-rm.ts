import { neededArg, type Run } from '../cli.ts'

export const run: Run = async ({ client, terminal, signal }, invocation) => {
  const name = neededArg(invocation, 0, 'secret')
  await client().call('DELETE', `/secrets/${encodeURIComponent(name)}`, { signal })
  terminal.print(`${name} is deleted.`)
  return 0
}
