import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '@knockwire/db/testing/processes/bare-environment'

const main = fileURLToPath(new URL('../../../../../packages/cli/src/main.ts', import.meta.url))

export interface CliRun {
  code: number | null
  stdout: string
  stderr: string
}

export interface OnTerminal {
  /** All that was shown, what was typed and echoed as well. */
  screen: () => string
  type: (keys: string) => void
  /** The exit code. */
  ended: Promise<number | null>
  kill: () => void
}

export interface TestCli {
  /** Its files, and what it keeps. */
  folder: string
  run: (args: readonly string[], options?: { input?: string; env?: Record<string, string> }) => Promise<CliRun>
  /** One that goes on until it is stopped. */
  start: (args: readonly string[]) => ChildProcess
  /** The same on its own terminal, before which somebody seems to sit. Needs the `script` of util-linux. */
  startOnTerminal: (args: readonly string[]) => OnTerminal
  close: () => Promise<void>
}

/** The command line as people run it: its own process in its own folder, with its own home. */
export const createTestCli = async (server: { url: string; token: string } | null): Promise<TestCli> => {
  const folder = await mkdtemp(join(tmpdir(), 'knockwire-cli-'))
  const environment = (own: Record<string, string> = {}) => ({
    ...bareEnvironment(),
    XDG_CONFIG_HOME: join(folder, '.config'),
    XDG_STATE_HOME: join(folder, '.state'),
    ...(server && { KNOCKWIRE_URL: server.url, KNOCKWIRE_TOKEN: server.token }),
    ...own,
  })
  const start = (args: readonly string[], env?: Record<string, string>) =>
    spawn(process.execPath, [main, ...args], { cwd: folder, env: environment(env), stdio: ['pipe', 'pipe', 'pipe'] })
  const startOnTerminal = (args: readonly string[]): OnTerminal => {
    const command = [process.execPath, main, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
    const options = { cwd: folder, env: { ...environment(), TERM: 'xterm' }, stdio: 'pipe' } as const
    const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], options)
    let shown = ''
    child.stdout.on('data', (data: Buffer) => (shown += data.toString()))
    child.stdin.on('error', () => {})
    return {
      screen: () => shown,
      type: (keys) => void child.stdin.write(keys),
      ended: once(child, 'exit').then(([code]: (number | null)[]) => code ?? null),
      kill: () => void child.kill('SIGKILL'),
    }
  }
  return {
    folder,
    run: async (args, { input = '', env } = {}) => {
      const child = start(args, env)
      child.stdin.end(input)
      const closed = once(child, 'close')
      const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
      return { code, stdout, stderr }
    },
    start: (args) => start(args),
    startOnTerminal,
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
