import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { root } from '../process/root.ts'
import { billedProjects, billOfMaterials } from './bill-of-materials.ts'
import { lockedPackages } from './locked-packages.ts'

interface Bill {
  components: { 'bom-ref': string; name: string; version: string; purl?: string; hashes?: { content: string }[] }[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

let text: string
let bill: Bill
beforeAll(async () => {
  const lock = await readFile(join(root, 'pnpm-lock.yaml'), 'utf8')
  text = billOfMaterials(lockedPackages(lock, billedProjects), '1.2.3')
  bill = JSON.parse(text)
})

const needsOf = (ref: string) => bill.dependencies.find((one) => one.ref === ref)?.dependsOn ?? []
const namesOf = (refs: readonly string[]) => refs.map((ref) => ref.slice(0, ref.lastIndexOf('@')))

it('the bill of materials conforms to the strict schema of CycloneDX 1.6', async () => {
  const errors = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)
  expect(errors).toBeNull()
})

it('the bill of materials has what the apps need at run time, through the packages of the repository too', () => {
  expect(needsOf('knockwire')).toEqual([...billedProjects].toSorted())
  const ofApi = needsOf('apps/api')
  expect(namesOf(ofApi)).toContain('fastify')
  // By packages/outbound, and by a package of a package.
  expect(namesOf(needsOf('apps/executor'))).toContain('undici')
  const fastify = ofApi.find((ref) => ref.startsWith('fastify@')) ?? ''
  expect(namesOf(needsOf(fastify))).toContain('find-my-way')
})

it('the bill of materials has nothing that only tests and tools need', () => {
  const names = bill.components.map(({ name }) => name)
  for (const tool of ['vitest', 'oxlint', 'typescript-eslint', 'oidc-provider', 'playwright', 'turbo'])
    expect(names).not.toContain(tool)
})

it('each package of the bill of materials has a version, a package URL and the hash that the lock file pins', () => {
  const packages = bill.components.filter((one) => !one['bom-ref'].startsWith('apps/'))
  expect(packages.length).toBeGreaterThan(100)
  for (const one of packages) {
    expect(one).toMatchObject({ version: expect.any(String), purl: expect.stringMatching(/^pkg:npm\/.+@.+/) })
    expect(one.hashes).toMatchObject([{ content: expect.stringMatching(/^[\da-f]{128}$/) }])
  }
})

it('a lock file that does not pin a package ends the command', () => {
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
  expect(() => lockedPackages(lock, ['apps/api'])).toThrow('The lock file has no hash of loose@1.0.0.')
})
