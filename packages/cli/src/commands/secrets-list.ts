import type { Run } from '../cli.ts'
import { shown } from '../terminal/terminal.ts'

export const run: Run = async ({ client, terminal, signal }, { options }) => {
  const { results } = await client().listSecrets({}, { signal })
  if (options['json'] === true) terminal.print(JSON.stringify(results))
  else {
    for (const { name, updatedAt, usedBy } of results) {
      const users = usedBy.map(({ kind, key, id }) => `${kind} ${shown(key ?? id)}`).join(', ')
      terminal.print(`${name}  ${updatedAt}  ${users === '' ? 'not used' : users}`)
    }
    if (results.length === 0) terminal.note('There are no secrets.')
  }
  return 0
}
