import { SecretName } from '@knockwire/domain/definitions/key'
import { neededArg, type Run, UserError } from '../cli.ts'

export const run: Run = async ({ client, terminal, signal }, invocation) => {
  const name = neededArg(invocation, 0, 'secret')
  const checked = SecretName.safeParse(name)
  if (!checked.success) throw new UserError(checked.error.issues[0]?.message ?? 'This is not a valid name of a secret.')
  // One line end at its end is the shell's.
  const value = terminal.isInteractive
    ? await terminal.askHidden(`Value of ${name}: `)
    : (await terminal.readInput()).replace(/\r?\n$/, '')
  if (value === '') throw new UserError('No value was given.')
  await client().putSecret({ name, body: { value } }, { signal })
  terminal.print(`${name} is stored.`)
  return 0
}
