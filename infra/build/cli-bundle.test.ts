import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest'
import { runProgram } from '../process/run-program.ts'
import { bundleCli } from './bundle-cli.ts'

let folder: string
let file: string

beforeAll(async () => {
  // Outside of the repository: no package can be found from there.
  folder = await mkdtemp(join(tmpdir(), 'knockwire-cli-bundle-'))
  file = await bundleCli(join(folder, 'built'))
})
afterAll(() => rm(folder, { recursive: true }))

const run = async (name: string, args: string[]) => {
  const { code, output } = await runProgram({
    command: process.execPath,
    args: [join(folder, name), ...args],
    directory: folder,
  })
  return [code, output.trim()] as const
}

it('the command line is one file that runs under any name, also where package.json says what scripts are', async () => {
  const version = JSON.parse(
    await readFile(new URL('../../packages/cli/package.json', import.meta.url), 'utf8'),
  ).version
  await cp(file, join(folder, 'knockwire'))
  for (const type of [undefined, 'module', 'commonjs']) {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type }))
    assert.deepEqual([type, ...(await run('knockwire', ['--version']))], [type, 0, version])
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'knockwire.yaml'), 'version: 1\nproject: shop\n')
  assert.deepEqual(await run('knockwire', ['validate']), [0, 'knockwire.yaml is in order: 0 tasks, 0 receivers.'])
})

it('the command line takes less than 100 ms of processor time to start, more than an empty script does', async () => {
  const seconds = async (args: string[]): Promise<number> => {
    const times: number[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      const { code, output } = await runProgram({
        command: 'bash',
        args: ['-c', `TIMEFORMAT='%U %S'; time "$0" "$@" >/dev/null`, process.execPath, ...args],
        env: { PATH: process.env['PATH'] ?? '' },
      })
      assert.equal(code, 0)
      const [user = Number.NaN, system = Number.NaN] = output.trim().split(' ').map(Number)
      times.push(user + system)
    }
    return Math.min(...times)
  }
  const own = (await seconds([file, '--version'])) - (await seconds(['-e', '0']))
  assert.ok(own < 0.1, `${own} s`)
})

const id = '0198f3a0-0000-7000-8000-000000000001'
const task = {
  id,
  key: null,
  name: null,
  managedBy: null,
  scheduler: { mode: 'INTERVAL', intervalSecond: 300 },
  request: { target: { uri: 'https://shop.example/' } },
  notifications: [],
  charts: [],
}
const change = { kind: 'task', key: 'front', op: 'create', id: null, fields: [], secretsChanged: [], warnings: [] }
const limits = { tasks: { used: 1, limit: 1 }, receivers: { used: 0, limit: 1 } }
const empty = { results: [], total: 0 }
/** What a server answers to each call: enough for the commands to go through all of their code. */
const answers: Readonly<Record<string, unknown>> = {
  'GET /accounts/me': { name: 'Shop', role: 'OWNER', user: { email: 'jo@shop.example' } },
  'POST /apply': { project: 'shop', revision: 1, summary: {}, changes: [change], problems: [], limits },
  'GET /tasks/definitions': { results: [task], total: 1 },
  'GET /receivers/definitions': empty,
  'GET /integrations/slack/channels': [],
  'GET /secrets': empty,
  [`GET /tasks/${id}/definition`]: task,
  [`PATCH /tasks/${id}`]: task,
}

const startServer = async (): Promise<string> => {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/api\/v1|\?.*$/g, '')
    const answer = answers[`${request.method} ${path}`]
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json', etag: '"1"' })
    request.resume().on('end', () => response.end(JSON.stringify(answer ?? { message: `no ${path}` })))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('the command line says which Node it needs where that is too old', async () => {
  const under = async (version: string) => {
    const of = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}});process.argv.push('--version');require('${file}')`
    const { code, output } = await runProgram({ command: process.execPath, args: ['-e', of], directory: folder })
    return [code, output.trim()] as const
  }
  assert.match((await under('20.15.1'))[1], /^knockwire needs Node\.js 20\.16 or later\. This is v/)
  assert.equal((await under('18.20.0'))[0], 1)
  assert.equal((await under('20.16.0'))[0], 0)
})

/** The oldest that the documents promise, where this machine has one. */
const node20 = (() => {
  const found = execFileSync('bash', ['-c', 'type -ap node || true'], { encoding: 'utf8' }).split('\n')
  return [...found, '/usr/bin/node', '/usr/local/bin/node'].find((path) => {
    try {
      return path !== '' && execFileSync(path, ['--version'], { encoding: 'utf8' }).startsWith('v20.')
    } catch {
      return false
    }
  })
})()

describe.skipIf(node20 === undefined)('the command line under Node 20', () => {
  const under20 = async (args: string[], env: NodeJS.ProcessEnv = {}) => {
    const run20 = { command: node20 ?? '', args: [file, ...args], directory: folder, env: { HOME: folder, ...env } }
    const { code, output } = await runProgram(run20)
    return [code, output.trim()] as const
  }

  it('does without a server what it does under the newest', async () => {
    await mkdir(join(folder, 'monitors'), { recursive: true })
    await writeFile(join(folder, 'monitors/front.yaml'), 'tasks:\n  front: { schedule: { every: 5m } }\n')
    await writeFile(join(folder, 'included.yaml'), 'version: 1\nproject: shop\ninclude: ["monitors/*.yaml"]\n')
    const [code, output] = await under20(['validate', '--file', 'included.yaml'])
    assert.deepEqual([code, output.split('\n')[0]], [1, 'monitors/front.yaml:2:3: error: Write the request.'])
    for (const args of [
      ['--help'],
      ['plan', '--help'],
      ['completion', 'bash'],
      ['completion', 'zsh'],
      ['completion', 'fish'],
    ])
      assert.equal((await under20(args))[0], 0, args.join(' '))
  })

  it('plans, applies, exports and gives keys', async () => {
    const url = await startServer()
    const text =
      'version: 1\nproject: shop\ntasks:\n  front: { schedule: { every: 5m }, request: { url: "https://a.example/" } }\n'
    await writeFile(join(folder, 'shop.yaml'), text)
    const call = (...args: string[]) => under20(args, { KNOCKWIRE_URL: url, KNOCKWIRE_TOKEN: 'kw_x' })
    assert.match((await call('whoami'))[1], /jo@shop\.example/)
    assert.deepEqual(await call('plan', '--file', 'shop.yaml'), [
      2,
      '+ create task front\n1 to create; 0 as in the file.',
    ])
    assert.equal((await call('apply', '--file', 'shop.yaml'))[0], 0)
    const [exported, output] = await call('export')
    assert.equal(exported, 0, output)
    assert.match(output, /^ {2}shop\.example:$/m)
    assert.equal((await call('adopt'))[0], 0)
    assert.deepEqual(await call('secrets', 'list'), [0, 'There are no secrets.'])
  })
})
