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
/** Where the first request to each path is rejected. */
const busyPath = '/r/busy'
const rejected = new Set<string>()
/** Of a receiver that was deactivated or deleted. */
const deletedPath = '/r/deleted'
const server = createServer((request, response) => {
  const path = (request.url ?? '').replace(/\?.*/, '')
  if (path.startsWith(deletedPath)) {
    signals.push(path)
    response.writeHead(404)
  } else if (path.startsWith(busyPath) && !rejected.has(path)) {
    rejected.add(path)
    if (path.endsWith('/start')) response.writeHead(429, { 'Retry-After': '58' })
    else response.writeHead(503)
  } else signals.push(path)
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

/** Without the waits of a client that tries again where nothing listens. */
const codeOf = (name: string, at: string) => {
  const code = heartbeatSnippets(at).find((snippet) => snippet.name === name)?.code ?? ''
  return at === awayUrl ? code.replaceAll('--retry 5 ', '').replaceAll(/ 1(,?) 2(,?) 4(,?) 8(,?) 16/g, '') : code
}

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

/** How each language's job ends with the exit code 3, or successfully. */
const runs: Record<string, (at: string, hasFailed: boolean) => Promise<number | null>> = {
  bash: async (at, hasFailed) => {
    const job = await script('backup', `#!/bin/sh\nexit ${hasFailed ? 3 : 0}\n`)
    return run(await script('job.sh', codeOf('bash', at).replace('/usr/local/bin/backup', job)), [])
  },
  systemd: async (at, hasFailed) => {
    const lines = codeOf('systemd', at).split('\n')
    await run('sh', ['-c', /^ExecStartPre=-(.*)$/m.exec(lines.join('\n'))?.[1] ?? 'exit 9'])
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
    const wget =
      '#!/bin/sh\n[ "$1 $2 $3 $4 $5 $6 $7" = "-q -t 1 -T 5 -O /dev/null" ] && exec curl -fsS -m 5 -o /dev/null "$8"\n'
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
  ['systemd', '/r/token/start', '/r/token/0', '/r/token/fail'],
  ['kubernetes', '/r/token/start', '/r/token/0', '/r/token/3'],
  ['python', '/r/token/start', '/r/token', '/r/token/3'],
  ['node', '/r/token/start', '/r/token', '/r/token/fail'],
] as const

const hereLanguages = languages.filter(([name]) => name !== 'python' || hasPython)

describe.each(hereLanguages)('the code for %s', (name, start, success, failure) => {
  it('signals a success, and a failure whose exit code is kept', async () => {
    expect(await runs[name]?.(url, false)).toBe(0)
    expect(signals).toEqual([start, success])
    signals = []
    expect(await runs[name]?.(url, true)).toBe(3)
    expect(signals).toEqual([start, failure])
  })

  it('runs the job, and keeps its exit code, where no signal can be sent', async () => {
    expect(await runs[name]?.(awayUrl, false)).toBe(0)
    expect(await runs[name]?.(awayUrl, true)).toBe(3)
  })
})

it('the start of a job waits for nobody, and its end is sent again', { timeout: 20_000 }, async () => {
  const port = portOf()
  const ends = await Promise.all(
    hereLanguages.map(async ([name]) => runs[name]?.(`http://127.0.0.1:${port}${busyPath}-${name}`, true)),
  )
  expect(ends).toEqual(hereLanguages.map(() => 3))
  expect(signals.toSorted()).toEqual(
    hereLanguages.map(([name, , , failure]) => failure.replace('/r/token', `${busyPath}-${name}`)).toSorted(),
  )
})

it('the end of a job is not sent again to a receiver that is not there', async () => {
  // Of wget, all that is known is that it failed.
  for (const [name] of hereLanguages.filter(([language]) => language !== 'kubernetes')) {
    signals = []
    expect(await runs[name]?.(`http://127.0.0.1:${portOf()}${deletedPath}`, true)).toBe(3)
    expect(signals).toHaveLength(2)
  }
})

it('the end of a job is sent again for half a minute, wherever it runs', () => {
  // As long as curl's documentation says that it waits: a second, and twice as long each time.
  const curlWaits = (retries: number) => Array.from({ length: retries }, (_, retry) => 2 ** retry)
  for (const { name, code } of heartbeatSnippets(url)) {
    const retries = /--retry (\d+)/.exec(code)?.[1]
    const listed = /(?:0, |0 )(1,? 2,? [\d, ]*\d)/.exec(code)?.[1]?.split(/,? /).map(Number)
    const waits = retries === undefined ? (listed ?? []) : curlWaits(Number(retries))
    expect([name, waits.reduce((sum, seconds) => sum + seconds, 0)]).toEqual([name, 31])
  }
})

it.runIf(hasPython)('the code for python signals an exit by the job itself as its exit code', async () => {
  const exits = ['sys.exit(0)', 'sys.exit()', 'sys.exit("no space left")', 'raise KeyboardInterrupt']
  for (const [index, exit] of exits.entries()) {
    const job = `import sys\n\ndef run_backup():\n    ${exit}\n`
    await run('python3', [await script(`exit-${index}.py`, `${job}\n${codeOf('python', url)}\n`)])
  }
  const outcomes = ['/0', '/0', '/1', '/fail']
  expect(signals).toEqual(outcomes.flatMap((outcome) => ['/r/token/start', `/r/token${outcome}`]))
})
