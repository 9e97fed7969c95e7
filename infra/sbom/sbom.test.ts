import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleApp, bundledApps } from '../build/bundle-app.ts'
import { noticesFile } from '../build/notices.ts'
import { type ThirdPartyPackage, thirdPartyPackages } from '../build/third-party.ts'
import { root } from '../process/root.ts'
import { billOfMaterials } from './bill-of-materials.ts'

interface Component {
  'bom-ref': string
  name: string
  version: string
  purl?: string
  hashes?: { content: string }[]
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
}
interface Bill {
  serialNumber: string
  metadata: { timestamp: string; tools: { components: Component[] } }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

let folder: string
const contents = new Map<string, ThirdPartyPackage[]>()
const notices = new Map<string, string>()
let text: string
let bill: Bill

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'knockwire-sbom-'))
  const areBuilt = process.env['KNOCKWIRE_TEST_BUNDLES'] === '1'
  for (const app of bundledApps) {
    const built = areBuilt ? join(root, 'apps', app.name, 'dist') : join(folder, app.name)
    if (!areBuilt) await bundleApp(app, built)
    contents.set(app.name, await thirdPartyPackages(app.name, built))
    // As it stands beside the bundle, for the test of the notices.
    notices.set(app.name, await readFile(join(built, noticesFile), 'utf8'))
  }
  const lock = await readFile(join(root, 'pnpm-lock.yaml'), 'utf8')
  const id = '3e671687-395b-41f5-a30f-a58921a69b79'
  text = billOfMaterials(lock, { version: '1.2.3', now: Date.UTC(2030, 0, 2), id, contents })
  bill = JSON.parse(text)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const needsOf = (ref: string) => bill.dependencies.find((one) => one.ref === ref)?.dependsOn ?? []
const namesOf = (refs: readonly string[]) => refs.map((ref) => ref.slice(0, ref.lastIndexOf('@')))
const packages = () => bill.components.filter((one) => !one['bom-ref'].startsWith('apps/'))

it('the bill of materials conforms to the strict schema of CycloneDX 1.6', async () => {
  const errors = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)
  expect(errors).toBeNull()
})

it('the bill of materials says when and by what it was written, and has a serial number', () => {
  assert.equal(bill.serialNumber, 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79')
  assert.equal(bill.metadata.timestamp, '2030-01-02T00:00:00.000Z')
  expect(bill.metadata.tools.components).toMatchObject([{ name: 'pnpm sbom', version: '1.2.3' }])
})

it('the bill of materials has what the apps need at run time, through the packages of the repository too', () => {
  expect(needsOf('knockwire')).toEqual(['apps/api', 'apps/executor'])
  const ofApi = needsOf('apps/api')
  expect(namesOf(ofApi)).toContain('fastify')
  // By a package of this repository, and by a package of a package.
  expect(namesOf(needsOf('apps/executor'))).toContain('pg')
  const fastify = ofApi.find((ref) => ref.startsWith('fastify@')) ?? ''
  expect(namesOf(needsOf(fastify))).toContain('find-my-way')
})

it('the bill of materials has nothing that only builds and tests need', () => {
  const names = bill.components.map(({ name }) => name)
  for (const tool of ['vitest', 'oxlint', 'astro', 'typescript', 'rolldown', 'oidc-provider', 'playwright', 'turbo'])
    expect(names).not.toContain(tool)
})

it('each package of the bill of materials has a version, a license, a package URL and the hash that the lock file pins', () => {
  expect(packages().length).toBeGreaterThan(100)
  for (const one of packages()) {
    expect(one).toMatchObject({ version: expect.any(String), purl: expect.stringMatching(/^pkg:npm\/.+@.+/) })
    expect(one.hashes).toMatchObject([{ content: expect.stringMatching(/^[\da-f]{128}$/) }])
    const [license] = one.licenses ?? []
    assert.ok(license?.license?.id ?? license?.expression, `${one.name} has no license of SPDX's list.`)
  }
})

it('each package of the bill of materials is reached from an app that needs it', () => {
  const reached = new Set<string>()
  const open = ['knockwire']
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    if (reached.has(ref)) continue
    reached.add(ref)
    open.push(...needsOf(ref))
  }
  assert.deepEqual(
    packages()
      .map((one) => one['bom-ref'])
      .filter((ref) => !reached.has(ref)),
    [],
  )
})

it('the notices of a bundle name every package of others in it, and have the text of its license', () => {
  for (const [app, bundled] of contents) {
    const written = notices.get(app) ?? ''
    assert.ok(bundled.length > 100, app)
    for (const { name, version, license, texts } of bundled) {
      assert.ok(written.includes(`${name} ${version} (${license})`), `${app}: ${name}`)
      for (const one of texts) assert.ok(written.includes(one), `${app}: the license of ${name}`)
    }
  }
})

it('a package that the lock file does not pin ends the command', () => {
  const lock = `
lockfileVersion: '9.0'
importers:
  apps/api:
    dependencies:
      loose: { specifier: ^1.0.0, version: 1.0.0 }
packages:
  loose@1.0.0: { resolution: {} }
snapshots:
  loose@1.0.0: {}
`
  const loose = { name: 'loose', version: '1.0.0', license: 'MIT', texts: [] }
  const of = {
    version: '1.2.3',
    now: 0,
    id: '3e671687-395b-41f5-a30f-a58921a69b79',
    contents: new Map([['api', [loose]]]),
  }
  expect(() => billOfMaterials(lock, of)).toThrow('The lock file has no hash of loose@1.0.0.')
})
