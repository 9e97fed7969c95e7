import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import type { LockedPackage, LockedPackages } from './locked-packages.ts'

/** What an operator runs, and what its pages are built of. */
export const billedProjects = ['apps/api', 'apps/executor', 'apps/web', 'apps/site'] as const

const sha512 = (integrity: string): string => {
  const [, base64] = /^sha512-(\S+)$/.exec(integrity) ?? []
  if (base64 === undefined) throw new Error(`"${integrity}" is no SHA-512.`)
  return Buffer.from(base64, 'base64').toString('hex')
}

const toComponent = ({ name, version, integrity }: LockedPackage) => {
  const [, scope, bare = name] = /^@([^/]+)\/(.+)$/.exec(name) ?? []
  const purl = `pkg:npm/${scope === undefined ? '' : `%40${scope}/`}${bare}@${encodeURIComponent(version)}`
  return new Models.Component(Enums.ComponentType.Library, bare, {
    ...(scope !== undefined && { group: `@${scope}` }),
    version,
    purl,
    bomRef: `${name}@${version}`,
    hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-512'], sha512(integrity)]]),
  })
}

/** The locked packages and who needs them as CycloneDX 1.6 in JSON; the same text for the same packages and version. */
export const billOfMaterials = ({ packages, direct }: LockedPackages, productVersion: string): string => {
  const components = new Map([...packages].map(([id, one]) => [id, toComponent(one)]))
  const connect = (from: Models.Component, needs: Iterable<string>) => {
    for (const id of needs) {
      const to = components.get(id)
      if (to !== undefined) from.dependencies.add(to.bomRef)
    }
  }
  for (const [id, { needs }] of packages) {
    const component = components.get(id)
    if (component !== undefined) connect(component, needs)
  }
  const product = new Models.Component(Enums.ComponentType.Application, 'knockwire', {
    version: productVersion,
    bomRef: 'knockwire',
  })
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: product }) })
  for (const component of components.values()) bom.components.add(component)
  for (const [project, needs] of direct) {
    const app = new Models.Component(Enums.ComponentType.Application, project, {
      version: productVersion,
      bomRef: project,
    })
    connect(app, needs)
    product.dependencies.add(app.bomRef)
    bom.components.add(app)
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}
