import { neededArg, type Run, UserError } from '../cli.ts'
import { completionOf } from '../help/completion.ts'

export const run: Run = async ({ terminal }, invocation) => {
  const shell = neededArg(invocation, 0, 'shell: bash, zsh or fish')
  const script = completionOf(shell)
  if (script === undefined) throw new UserError(`There is no completion for ${shell}; there is for bash, zsh and fish.`)
  terminal.print(script)
  return 0
}
