import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, it } from 'vitest'
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
