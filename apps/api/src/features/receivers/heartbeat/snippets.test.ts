import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { heartbeatSnippets } from '@knockwire/domain/heartbeats/signals/snippets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let directory: string
let url: string
let awayUrl: string
/** Signals in the order in which they came, without their `rid`. */
let signals: string[]
const server = createServer((request, response) => {
  signals.push((request.url ?? '').replace(/\?.*/, ''))
  response.end()
})
const portOf = () => (server.address() as AddressInfo).port

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'knockwire-snippets-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${portOf()}/r/token`
  // Nothing listens on the port that is reserved for nothing (RFC 6335).
  awayUrl = 'http://127.0.0.1:1/r/token'
})
beforeEach(() => {
  signals = []
})
afterAll(async () => {
  server.close()
  await rm(directory, { recursive: true })
})

const codeOf = (name: string, at: string) => heartbeatSnippets(at).find((snippet) => snippet.name === name)?.code ?? ''

const script = async (name: string, text: string) => {
  const file = join(directory, name)
  await writeFile(file, text)
  await chmod(file, 0o755)
  return file
}

const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<number | null>((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } })
    child.on('error', reject)
    child.on('close', resolve)
  })

/** Without the waits of a client that tries again. */
const inAHurry = (code: string) => code.replaceAll('--retry 5 ', '')

/** How each language's job ends with the exit code 3, or successfully. */
const runs: Record<string, (at: string, hasFailed: boolean) => Promise<number | null>> = {
  bash: async (at, hasFailed) => {
    const job = await script('backup', `#!/bin/sh\nexit ${hasFailed ? 3 : 0}\n`)
    return run(await script('job.sh', inAHurry(codeOf('bash', at)).replace('/usr/local/bin/backup', job)), [])
  },
  systemd: async (at, hasFailed) => {
    const lines = inAHurry(codeOf('systemd', at)).split('\n')
    // As systemd reads the line: the quotes make one argument, and `$$` is a `$`.
    const shell = /^ExecStopPost=-\/bin\/sh -c '(.*)'$/.exec(lines.at(-1) ?? '')?.[1]?.replaceAll('$$', '$') ?? 'exit 9'
    const env = hasFailed ? { EXIT_CODE: 'killed', EXIT_STATUS: 'KILL' } : { EXIT_CODE: 'exited', EXIT_STATUS: '0' }
    await run('/bin/sh', ['-c', shell], env)
    return hasFailed ? 3 : 0
  },
  kubernetes: async (at, hasFailed) => {
    const code = codeOf('kubernetes', at).split('- |\n')[1] ?? 'exit 9'
    const bin = await mkdtemp(join(directory, 'bin-'))
    await script(join(bin.slice(directory.length + 1), 'backup'), `#!/bin/sh\nexit ${hasFailed ? 3 : 0}\n`)
    // As a client with these options; not every machine has wget.
    const wget = '#!/bin/sh\n[ "$1 $2 $3 $4 $5" = "-q -T 10 -O /dev/null" ] && exec curl -fsS -m 10 -o /dev/null "$6"\n'
    await script(join(bin.slice(directory.length + 1), 'wget'), wget)
    return run('sh', ['-c', code], { PATH: `${bin}:${process.env['PATH'] ?? ''}` })
  },
  python: async (at, hasFailed) => {
    const job = `def run_backup():\n    ${hasFailed ? 'raise SystemExit(3)' : 'pass'}\n`
    return run('python3', [await script('job.py', `${job}\n${codeOf('python', at)}\n`)])
  },
  node: async (at, hasFailed) => {
    const job = `const runBackup = async () => { ${hasFailed ? 'process.exitCode = 3; throw new Error()' : ''} }\n`
    const file = await script(
      'job.mjs',
      `${job}process.on('uncaughtException', () => process.exit(3))\n${codeOf('node', at)}`,
    )
    return run(process.execPath, [file])
  },
}

const hasPython = spawnSync('python3', ['--version']).status === 0

const languages = [
  ['bash', '/r/token/start', '/r/token/0', '/r/token/3'],
  ['systemd', null, '/r/token/0', '/r/token/fail'],
  ['kubernetes', '/r/token/start', '/r/token/0', '/r/token/3'],
  ['python', '/r/token/start', '/r/token', '/r/token/fail'],
  ['node', '/r/token/start', '/r/token', '/r/token/fail'],
] as const

describe.each(languages.filter(([name]) => name !== 'python' || hasPython))(
  'the code for %s',
  (name, start, success, failure) => {
    const started = start === null ? [] : [start]

    it('signals a success, and a failure whose exit code is kept', async () => {
      expect(await runs[name]?.(url, false)).toBe(0)
      expect(signals).toEqual([...started, success])
      signals = []
      expect(await runs[name]?.(url, true)).toBe(3)
      expect(signals).toEqual([...started, failure])
    })

    it('runs the job, and keeps its exit code, where no signal can be sent', async () => {
      expect(await runs[name]?.(awayUrl, false)).toBe(0)
      expect(await runs[name]?.(awayUrl, true)).toBe(3)
    })
  },
)
