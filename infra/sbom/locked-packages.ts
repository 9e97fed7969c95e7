import { posix } from 'node:path'
import { parse } from 'yaml'

/** A package as `pnpm-lock.yaml` pins it. */
export interface LockedPackage {
  name: string
  version: string
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

export interface LockedPackages {
  /** By `name@version`. */
  packages: Map<string, LockedPackage>
  /** By project: the `name@version` of what it needs itself, or by a package of this repository. */
  direct: Map<string, Set<string>>
}

/** `fastify@5.8.1(peer@1.0.0)` without what stands in parentheses: the peers that it was resolved with. */
const withoutPeers = (key: string) => key.split('(', 1)[0] ?? key

/**
 * What the given projects (`apps/api`) need at run time, their needs' needs included, and nothing that only builds or tests need. Throws
 * where the lock file has another version or names a package without a hash.
 */
export const lockedPackages = (lockText: string, projects: readonly string[]): LockedPackages => {
  const lock: Lockfile = parse(lockText)
  if (!lock.lockfileVersion.startsWith('9.'))
    throw new Error(`A lock file of version ${lock.lockfileVersion} is not known.`)
  const packages = new Map<string, LockedPackage>()
  const seen = new Set<string>()

  const keyOf = (name: string, version: string) => {
    // An alias (`npm:other@1.0.0`) is locked under the name of what it stands for.
    const key = [`${name}@${version}`, version].find((candidate) => candidate in lock.snapshots)
    if (key === undefined) throw new Error(`The lock file does not have ${name}@${version}.`)
    return key
  }

  const add = (key: string): string => {
    const id = withoutPeers(key)
    const at = id.lastIndexOf('@')
    const integrity = lock.packages[id]?.resolution.integrity
    if (integrity === undefined) throw new Error(`The lock file has no hash of ${id}.`)
    const known = packages.get(id) ?? { name: id.slice(0, at), version: id.slice(at + 1), integrity, needs: new Set() }
    packages.set(id, known)
    if (seen.has(key)) return id
    seen.add(key)
    const { dependencies, optionalDependencies } = lock.snapshots[key] ?? {}
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies }))
      known.needs.add(add(keyOf(name, version)))
    return id
  }

  const needsOf = (project: string, visited: Set<string>): Set<string> => {
    visited.add(project)
    const importer = lock.importers[project]
    if (importer === undefined) throw new Error(`The lock file has no project ${project}.`)
    const needs = new Set<string>()
    for (const [name, { version }] of Object.entries({ ...importer.dependencies, ...importer.optionalDependencies })) {
      if (!version.startsWith('link:')) {
        needs.add(add(keyOf(name, version)))
        continue
      }
      const linked = posix.join(project, version.slice('link:'.length))
      if (!visited.has(linked)) for (const need of needsOf(linked, visited)) needs.add(need)
    }
    return needs
  }

  return { packages, direct: new Map(projects.map((project) => [project, needsOf(project, new Set())])) }
}
