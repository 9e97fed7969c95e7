import { posix } from 'node:path'
import { parse } from 'yaml'

/** A package as `pnpm-lock.yaml` pins it. */
export interface LockedPackage {
  /** Of the registry's archive, as in `integrity` attributes: `sha512-…` in base64. */
  integrity: string
  /** The `name@version` of what it needs at run time. */
  needs: Set<string>
}

interface Importer {
  dependencies?: Record<string, { version: string }>
  optionalDependencies?: Record<string, { version: string }>
}

interface Snapshot {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

interface Lockfile {
  lockfileVersion: string
  importers: Record<string, Importer>
  packages: Record<string, { resolution: { integrity?: string } }>
  snapshots: Record<string, Snapshot>
}

/** `fastify@5.8.1(peer@1.0.0)` without what stands in parentheses: the peers that it was resolved with. */
const withoutPeers = (key: string) => key.split('(', 1)[0] ?? key

/** An alias (`npm:other@1.0.0`) is locked under the name of what it stands for. */
const idOf = (lock: Lockfile, name: string, version: string) =>
  `${name}@${version}` in lock.snapshots ? withoutPeers(`${name}@${version}`) : withoutPeers(version)

const entriesOf = ({ dependencies, optionalDependencies }: Snapshot) =>
  Object.entries({ ...dependencies, ...optionalDependencies })

/** Reads a lock file of pnpm. Throws where it has another version. */
export const readLock = (text: string): Lockfile => {
  const lock: Lockfile = parse(text)
  if (!lock.lockfileVersion.startsWith('9.'))
    throw new Error(`A lock file of version ${lock.lockfileVersion} is not known.`)
  return lock
}

/** The packages with these `name@version`, and which of each other they need. Throws for one that is not locked by a hash. */
export const lockedPackages = (lock: Lockfile, ids: ReadonlySet<string>): Map<string, LockedPackage> => {
  const packages = new Map<string, LockedPackage>()
  for (const id of ids) {
    const integrity = lock.packages[id]?.resolution.integrity
    if (integrity === undefined) throw new Error(`The lock file has no hash of ${id}.`)
    packages.set(id, { integrity, needs: new Set() })
  }
  for (const [key, snapshot] of Object.entries(lock.snapshots)) {
    const known = packages.get(withoutPeers(key))
    if (known === undefined) continue
    for (const [name, version] of entriesOf(snapshot)) {
      const need = idOf(lock, name, version)
      if (packages.has(need)) known.needs.add(need)
    }
  }
  return packages
}

/** The `name@version` of what a project (`apps/api`) needs itself, or by a package of this repository. */
export const directNeeds = (lock: Lockfile, project: string, visited = new Set<string>()): Set<string> => {
  visited.add(project)
  const importer = lock.importers[project]
  if (importer === undefined) throw new Error(`The lock file has no project ${project}.`)
  const needs = new Set<string>()
  for (const [name, { version }] of Object.entries({ ...importer.dependencies, ...importer.optionalDependencies })) {
    if (!version.startsWith('link:')) {
      needs.add(idOf(lock, name, version))
      continue
    }
    const linked = posix.join(project, version.slice('link:'.length))
    if (!visited.has(linked)) for (const need of directNeeds(lock, linked, visited)) needs.add(need)
  }
  return needs
}
