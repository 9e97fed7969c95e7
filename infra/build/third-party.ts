import { existsSync } from 'node:fs'
import { glob, readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { root } from '../process/root.ts'

/** A package of others that is in what is built. */
export interface ThirdPartyPackage {
  name: string
  version: string
  /** The SPDX expression of its `package.json`, or what else it says there. */
  license: string
  /** The texts of its license and of its notices, as they come with it. */
  texts: string[]
}

const inPackage = /^(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\?]+)[/\\]/
const licenseFile = /^(?:licen[cs]e|copying|notice|copyright)(?:[-.].*)?$/i

/** The folders of the packages whose code is in the scripts below `folder`, by their source maps. */
const foldersInMaps = async (folder: string): Promise<Set<string>> => {
  const found = new Set<string>()
  for await (const file of glob('**/*.map', { cwd: folder })) {
    const map = join(folder, file)
    const { sources, sourceRoot = '' } = JSON.parse(await readFile(map, 'utf8')) as {
      sources: (string | null)[]
      sourceRoot?: string
    }
    for (const source of sources) {
      const [, packageFolder] = inPackage.exec(resolve(dirname(map), sourceRoot, source ?? '')) ?? []
      if (packageFolder !== undefined) found.add(packageFolder)
    }
  }
  return found
}

/** Where a package is that an app uses itself, or another one for it. */
const folderOf = (app: string, name: string): string => {
  const places = [join(root, 'apps', app, 'node_modules', name), join(root, 'node_modules/.pnpm/node_modules', name)]
  const found = places.find((place) => existsSync(join(place, 'package.json')))
  if (found === undefined) throw new Error(`${name} is not installed: its license is missing in the notices.`)
  return found
}

/** What packages state that is no identifier of SPDX's list, as that list has it. */
const spdxIds: Readonly<Record<string, string>> = { 'SIL OPEN FONT LICENSE': 'OFL-1.1' }

const readPackage = async (folder: string): Promise<ThirdPartyPackage> => {
  const { name, version, license, licenses } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string | { type: string }
    licenses?: { type: string }[]
  }
  const stated =
    typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type }) => type).join(' OR '))
  const files = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && licenseFile.test(entry.name),
  )
  const texts = await Promise.all(
    files.map(async (entry) => (await readFile(join(folder, entry.name), 'utf8')).replaceAll('\r\n', '\n').trim()),
  )
  return {
    name,
    version,
    license: spdxIds[stated ?? ''] ?? stated ?? 'not stated',
    texts: texts.filter((text) => text !== ''),
  }
}

/**
 * The packages of others that are in what was built in `folder`: those of its source maps, and `others`, whose fonts, styles or
 * programs no map names. Ordered by name and version.
 */
export const thirdPartyPackages = async (
  app: string,
  folder: string,
  others: readonly string[] = [],
): Promise<ThirdPartyPackage[]> => {
  const folders = await foldersInMaps(folder)
  for (const name of others) folders.add(folderOf(app, name))
  const packages = new Map<string, ThirdPartyPackage>()
  for (const one of await Promise.all([...folders].map(readPackage))) packages.set(`${one.name}@${one.version}`, one)
  return [...packages].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
