import { describeToken, readCaller } from '../api/caller.ts'
import type { Run } from '../cli.ts'
import { shown } from '../terminal/terminal.ts'

export const run: Run = async ({ client, terminal }, { options }) => {
  const caller = await readCaller(client())
  if (options['json'] === true) terminal.print(JSON.stringify(caller))
  else {
    terminal.print(`${caller.user} (${caller.role.toLowerCase()} of ${shown(caller.account)}) on ${caller.url}`)
    if (caller.token !== null) terminal.print(describeToken(caller.token))
  }
  return 0
}
