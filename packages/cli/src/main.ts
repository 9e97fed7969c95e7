import './node-20.ts'
import type { Client } from './api/client.ts'
import { type Cli, type Run, UserError } from './cli.ts'
import { helpOf, helpOfGroup, overview } from './help/print-help.ts'
import { readArguments } from './read-arguments.ts'
import { processEnvironment, readSettings, withoutFinalSlash } from './settings.ts'
import { openTerminal } from './terminal/terminal.ts'
import { version } from './version.ts'

/** Each is loaded when it is run, so that the program itself starts at once. */
const runs: Readonly<Record<string, () => Promise<{ run: Run }>>> = {
  login: () => import('./commands/login.ts'),
  logout: () => import('./commands/logout.ts'),
  whoami: () => import('./commands/whoami.ts'),
  validate: () => import('./commands/validate.ts'),
  plan: () => import('./commands/plan.ts'),
  apply: () => import('./commands/apply.ts'),
  export: () => import('./commands/export.ts'),
  adopt: () => import('./commands/adopt.ts'),
  mv: () => import('./commands/mv.ts'),
  run: () => import('./commands/run.ts'),
  'runs tail': () => import('./commands/runs-tail.ts'),
  'secrets set': () => import('./commands/secrets-set.ts'),
  'secrets list': () => import('./commands/secrets-list.ts'),
  'secrets rm': () => import('./commands/secrets-rm.ts'),
  listen: () => import('./commands/listen.ts'),
  completion: () => import('./commands/completion.ts'),
}

const stoppedByUser = 130

async function start(argv: readonly string[]): Promise<number> {
  const { command, group, args, options } = readArguments(argv)
  const isHelp = options['help'] === true
  if (options['version'] === true) return write(version)
  if (group !== undefined) return write(helpOfGroup(group))
  if (command === null) return write(overview(), isHelp || argv.length === 0 ? 0 : 1)
  if (isHelp) return write(helpOf(command))
  const settings = readSettings()
  const url = typeof options['url'] === 'string' ? withoutFinalSlash(options['url']) : settings.url
  // A token that was kept is for the server that it was kept with.
  const token = url === settings.url || processEnvironment['KNOCKWIRE_TOKEN'] ? settings.token : null
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => stop.abort(new UserError('Stopped.', stoppedByUser)))
  const { createClient } = await import('./api/client.ts')
  const cli: Cli = {
    settings: { ...settings, url, token },
    terminal: openTerminal(process, settings.isPlain),
    cwd: process.cwd(),
    env: (name) => processEnvironment[name],
    signal: stop.signal,
    client: (): Client => {
      if (url === null) throw new UserError('No server is known. Run knockwire login, or set KNOCKWIRE_URL.')
      if (token === null)
        throw new UserError(`No token for ${url} is known. Run knockwire login ${url}, or set KNOCKWIRE_TOKEN.`)
      return createClient({ url, token })
    },
  }
  const load = runs[command.name]
  if (load === undefined) throw new Error(`${command.name} cannot be run`)
  const implementation = await load()
  return implementation.run(cli, { args, options })
}

const write = (text: string, code = 0): number => {
  process.stdout.write(`${text}\n`)
  return code
}

async function explain(error: unknown): Promise<number> {
  const { CallError, ConnectionError } = await import('./api/client.ts')
  if (error instanceof UserError || error instanceof ConnectionError) {
    process.stderr.write(`${error.message}\n`)
    return error instanceof UserError ? error.exitCode : 1
  }
  if (error instanceof CallError) {
    process.stderr.write(`${error.message}\n`)
    return error.status === 401 ? 4 : 1
  }
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  return 1
}

/** A reader that has enough, such as head, ends the program without a word. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})
const run = async (): Promise<void> => {
  process.exitCode = await start(process.argv.slice(2)).catch(explain)
}
void run()
