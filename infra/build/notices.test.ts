import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, onTestFinished } from 'vitest'
import { root } from '../process/root.ts'
import { noticesFile, writeNotices } from './notices.ts'
import { recordedPackages } from './record-packages.ts'
import { thirdPartyPackages } from './third-party.ts'

const temporaryFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'knockwire-notices-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('packages are found in source maps, with the license that they state and the texts that come with them', async () => {
  const folder = await temporaryFolder()
  const one = join(folder, 'node_modules/@scope/one')
  await mkdir(one, { recursive: true })
  await writeFile(join(one, 'package.json'), JSON.stringify({ name: '@scope/one', version: '1.2.3', license: 'MIT' }))
  await writeFile(join(one, 'LICENSE.md'), 'Copyright of one\r\n')
  await writeFile(join(one, 'NOTICE'), 'A notice')
  const sources = ['../node_modules/@scope/one/lib/a.js?query', '../src/own.ts', null]
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist/a.js.map'), JSON.stringify({ sources }))

  const packages = await thirdPartyPackages('web', join(folder, 'dist'))
  assert.deepEqual(packages, [
    { name: '@scope/one', version: '1.2.3', license: 'MIT', texts: ['Copyright of one', 'A notice'] },
  ])

  await writeNotices(folder, packages)
  const written = await readFile(join(folder, noticesFile), 'utf8')
  for (const part of ['@scope/one 1.2.3 (MIT)', 'Copyright of one', 'A notice']) assert.ok(written.includes(part), part)
})

it('a package without the text of its license is named with what it states', async () => {
  const folder = await temporaryFolder()
  await writeNotices(folder, [{ name: 'bare', version: '1.0.0', license: 'ISC', texts: [] }])
  assert.match(
    await readFile(join(folder, noticesFile), 'utf8'),
    /bare 1\.0\.0 \(ISC\)\n\nNo license text comes with it/,
  )
})

const isBuilt = (app: string) => existsSync(join(root, 'apps', app, 'dist', noticesFile))

describe.runIf(isBuilt('web') && isBuilt('site'))('the notices of the built pages', () => {
  it.each([
    ['web', ['react', '@mantine/core', 'geist']],
    ['site', ['@astrojs/starlight', '@pagefind/default-ui', 'pagefind', 'geist']],
  ] as const)('of %s name what visitors load', async (app, expected) => {
    const written = await readFile(join(root, 'apps', app, 'dist', noticesFile), 'utf8')
    const packages = await recordedPackages(app)
    const names = packages.map(({ name }) => name)
    for (const name of expected) assert.ok(names.includes(name), name)
    for (const { name, version } of packages) assert.ok(written.includes(`${name} ${version} (`), name)
  })

  it('leave no source map on the site, which serves every file', async () => {
    const maps: string[] = []
    for await (const file of glob('**/*.map', { cwd: join(root, 'apps/site/dist') })) maps.push(file)
    assert.deepEqual(maps, [])
  })
})
