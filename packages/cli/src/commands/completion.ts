import { type Cli, neededArg, type Run, UserError } from '../cli.ts'
import { completionOf } from '../help/completion.ts'
import { readProject } from '../project/read-project.ts'

/** For the scripts: the keys of the file in this folder, one a line. Nothing where there is none that can be read. */
async function printKeys(cli: Cli, kinds: readonly string[]): Promise<void> {
  const { compiled } = await readProject(cli, undefined)
  for (const { kind, key } of compiled.resources) if (kinds.includes(kind)) cli.terminal.print(key)
}

export const run: Run = async (cli, invocation) => {
  const shell = neededArg(invocation, 0, 'shell: bash, zsh or fish')
  if (shell === 'keys') {
    await printKeys(cli, invocation.args.slice(1))
    return 0
  }
  const script = completionOf(shell)
  if (script === undefined) throw new UserError(`There is no completion for ${shell}; there is for bash, zsh and fish.`)
  cli.terminal.print(script)
  return 0
}
