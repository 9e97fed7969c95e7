import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import type { ThirdPartyPackage } from '../build/third-party.ts'
import { directNeeds, type LockedPackage, lockedPackages, readLock } from './locked-packages.ts'

export interface Bill {
  /** The product's. */
  version: string
  /** When it was written, in milliseconds since 1970. */
  now: number
  /** A UUID of its own for each bill. */
  id: string
  /** What the apps contain, by their name. */
  contents: ReadonlyMap<string, readonly ThirdPartyPackage[]>
}

const sha512 = (integrity: string): string => {
  const [, base64] = /^sha512-(\S+)$/.exec(integrity) ?? []
  if (base64 === undefined) throw new Error(`"${integrity}" is no SHA-512.`)
  return Buffer.from(base64, 'base64').toString('hex')
}

const spdxExpression = /^\(*[\w.+-]+\)*(?: (?:AND|OR|WITH) \(*[\w.+-]+\)*)+$/
const licenses = new Contrib.License.Factories.LicenseFactory((text) => {
  if (!spdxExpression.test(text)) throw new Error(`${text} is no SPDX expression.`)
})

const idOf = ({ name, version }: ThirdPartyPackage) => `${name}@${version}`

const toComponent = (one: ThirdPartyPackage, { integrity }: LockedPackage) => {
  const { name, version, license } = one
  const [, scope, bare = name] = /^@([^/]+)\/(.+)$/.exec(name) ?? []
  const purl = `pkg:npm/${scope === undefined ? '' : `%40${scope}/`}${bare}@${encodeURIComponent(version)}`
  return new Models.Component(Enums.ComponentType.Library, bare, {
    ...(scope !== undefined && { group: `@${scope}` }),
    version,
    purl,
    bomRef: idOf(one),
    licenses: new Models.LicenseRepository([licenses.makeFromString(license)]),
    hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-512'], sha512(integrity)]]),
  })
}

const metadataOf = ({ version, now }: Bill) => {
  const product = new Models.Component(Enums.ComponentType.Application, 'knockwire', { version, bomRef: 'knockwire' })
  product.licenses.add(new Models.NamedLicense('Proprietary: see LICENSE'))
  const tool = new Models.Component(Enums.ComponentType.Application, 'pnpm sbom', { version, bomRef: 'sbom-tool' })
  return new Models.Metadata({
    component: product,
    timestamp: new Date(now),
    tools: new Models.Tools({ components: new Models.ComponentRepository([tool]) }),
  })
}

/**
 * What the built apps contain, and who needs it, as CycloneDX 1.6 in JSON. Versions and licenses are those of the build, hashes those
 * that the lock file pins; throws where it pins none.
 */
export const billOfMaterials = (lockText: string, bill: Bill): string => {
  const lock = readLock(lockText)
  const all = new Map([...bill.contents.values()].flat().map((one) => [idOf(one), one]))
  const locked = lockedPackages(lock, new Set(all.keys()))
  const components = new Map(
    [...locked].map(([id, pinned]) => [id, toComponent(all.get(id) as ThirdPartyPackage, pinned)]),
  )
  const connect = (from: Models.Component, needs: Iterable<string>) => {
    for (const id of needs) {
      const to = components.get(id)
      if (to !== undefined) from.dependencies.add(to.bomRef)
    }
  }
  for (const [id, { needs }] of locked) {
    const component = components.get(id)
    if (component !== undefined) connect(component, needs)
  }
  const metadata = metadataOf(bill)
  const bom = new Models.Bom({ metadata, serialNumber: `urn:uuid:${bill.id}` })
  for (const component of components.values()) bom.components.add(component)
  const needed = new Set([...locked.values()].flatMap(({ needs }) => [...needs]))
  for (const [name, contents] of bill.contents) {
    const project = `apps/${name}`
    const app = new Models.Component(Enums.ComponentType.Application, project, {
      version: bill.version,
      bomRef: project,
    })
    const direct = directNeeds(lock, project)
    // What nothing else in it needs came with a tool of the build.
    connect(
      app,
      contents.map(idOf).filter((id) => direct.has(id) || !needed.has(id)),
    )
    metadata.component?.dependencies.add(app.bomRef)
    bom.components.add(app)
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}
