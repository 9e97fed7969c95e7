import { spawn } from 'node:child_process'
import { root } from './root.ts'
import { type Outcome, runProgram } from './run-program.ts'

const env = () => ({ ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' })

/** turbo runs the packages' scripts with pnpm and wants it on the PATH, where npx puts it if nobody else has. */
const command = async (args: string[]): Promise<[string, ...string[]]> => {
  const found = await runProgram({ command: 'pnpm', args: ['--version'] }).catch(() => null)
  const pnpm: [string, ...string[]] = found?.code === 0 ? ['pnpm'] : ['npx', '-y', 'pnpm@10']
  return [...pnpm, 'exec', 'turbo', ...args, '--ui=stream', '--env-mode=loose']
}

/** Runs turbo and keeps what it said. */
export const turboQuietly = async (...args: string[]): Promise<Outcome> => {
  const [program, ...rest] = await command(args)
  return runProgram({ command: program, args: rest, env: env() })
}

/** Runs turbo for everyone to see; resolves to its exit code. `scriptArgs` are passed on to the packages' scripts. */
export const turbo = async (args: string[], scriptArgs: string[]): Promise<number> => {
  const [program, ...rest] = await command(args)
  const child = spawn(program, [...rest, '--', ...scriptArgs], {
    cwd: root,
    env: env(),
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group of its own, so that all of it can be stopped: pnpm, turbo and the scripts, whatever shells stand between.
    detached: true,
  })
  const end = () => child.pid && process.kill(-child.pid)
  process.once('exit', end)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', end)
      resolve(code ?? 1)
    })
  })
}
