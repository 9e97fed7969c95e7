import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './root.ts'
import { type Outcome, runProgram } from './run-program.ts'

const env = () => ({ ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' })

/** turbo runs the packages' scripts with pnpm and wants it on the PATH, where npx puts it if nobody else has. */
const command = async (args: string[]): Promise<[string, ...string[]]> => {
  const found = await runProgram({ command: 'pnpm', args: ['--version'] }).catch(() => null)
  const pnpm: [string, ...string[]] = found?.code === 0 ? ['pnpm'] : ['npx', '-y', await exactPnpm()]
  return [...pnpm, 'exec', 'turbo', ...args, '--ui=stream', '--env-mode=loose']
}

/** `pnpm@10.34.8`, as package.json names it. */
const exactPnpm = async (): Promise<string> => {
  const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    packageManager: string
  }
  return packageManager
}

/** Runs turbo and keeps its output. */
export const runTurbo = async (...args: string[]): Promise<Outcome> => {
  const [program, ...rest] = await command(args)
  return runProgram({ command: program, args: rest, env: env() })
}
