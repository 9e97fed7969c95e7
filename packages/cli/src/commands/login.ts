import { createClient } from '../api/client.ts'
import { type Run, UserError } from '../cli.ts'
import { keepCredentials, withoutFinalSlash } from '../settings.ts'
import { describeToken, readCaller } from '../api/caller.ts'

const withScheme = (url: string) => withoutFinalSlash(/^https?:\/\//.test(url) ? url : `https://${url}`)

export const run: Run = async ({ settings, terminal }, { args, options }) => {
  const isPiped = options['token-stdin'] === true
  const given = args[0] ?? settings.url ?? (isPiped ? '' : await terminal.ask('Address of the server: '))
  if (given === '') throw new UserError('Name the server: knockwire login https://knockwire.example')
  const url = withScheme(given)
  if (!URL.canParse(url)) throw new UserError(`${given} is not the address of a server.`)
  if (!isPiped) terminal.note(`Make a token in ${url}/dashboard/account, and paste it here. It is not shown.`)
  const token = (isPiped ? await terminal.readInput() : await terminal.askHidden('Token: ')).trim()
  if (token === '') throw new UserError('No token was given.')
  const { user, token: proven } = await readCaller(createClient({ url, token }))
  keepCredentials(settings.credentialsFile, { url, token })
  terminal.print(`Signed in to ${url} as ${user}.`)
  if (proven !== null) terminal.print(describeToken(proven))
  return 0
}
