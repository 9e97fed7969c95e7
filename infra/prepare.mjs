// Plain JavaScript for any Node from 20 on, and nothing that has to be installed: this is what runs on a bare clone.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const neededMajor = 24

/** How to run pnpm here: the one that started us, the one on the PATH, or from npm the one that package.json names. */
const pnpmCommand = () => {
  const started = process.env.npm_execpath
  if (started?.includes('pnpm')) return [process.execPath, started]
  const isWindows = process.platform === 'win32'
  const found = spawnSync('pnpm', ['--version'], { stdio: 'ignore', shell: isWindows })
  if (found.status === 0) return ['pnpm']
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return ['npx', '-y', packageManager]
}

/** pnpm keeps a copy of the lockfile that it installed last, written when the installation was complete. */
const isInstalled = () => {
  const installed = join(root, 'node_modules', '.pnpm', 'lock.yaml')
  return existsSync(installed) && readFileSync(installed).equals(readFileSync(join(root, 'pnpm-lock.yaml')))
}

const install = () => {
  console.log('Installing what the lockfile lists (once, and whenever it changes).')
  const [program, ...args] = pnpmCommand()
  const { status, error } = spawnSync(program, [...args, 'install', '--frozen-lockfile'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    // Asks nothing, also where a terminal is there to ask.
    env: { ...process.env, CI: 'true' },
  })
  if (status !== 0) throw new Error(`pnpm install did not succeed${error ? `: ${error.message}` : ''}.`)
}

const majorOf = (program) => {
  try {
    return Number(/^v(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' }))?.[1])
  } catch {
    return 0
  }
}

/** The project's own Node, an npm package, else one of the machine's that is new enough. */
const findNode = () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const own = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', name)
  const node = [own, process.execPath, 'node'].find((program) => majorOf(program) >= neededMajor)
  if (node) return node
  throw new Error(
    `Knockwire needs Node ${neededMajor}, and there is no package of it for ${process.platform} on ${process.arch}: ` +
      `install Node ${neededMajor} or newer from https://nodejs.org and run this again (this is Node ${process.version}).`,
  )
}

/** Installs if need be, and answers which Node runs the project. */
export const prepare = () => {
  if (!isInstalled()) install()
  return findNode()
}
