import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../process/root.ts'
import { runTurbo } from '../process/run-turbo.ts'
import { noticesFile } from './notices.ts'
import { type AppName, recordPackages } from './record-packages.ts'

/** What is built once and used until its inputs change. */
export interface Build {
  name: AppName | 'cli'
  /** Whatever it is made of. */
  inputs: string[]
  /** There once it has been built. */
  builtFile: string
}

const shared = ['packages/domain', 'pnpm-lock.yaml', 'tsconfig.base.json', 'turbo.json']
const pages: readonly Build[] = [
  { name: 'web', inputs: ['apps/web', ...shared], builtFile: 'index.html' },
  // The documentation shows the API's calls, the settings and the dashboard's colors.
  {
    name: 'site',
    inputs: [
      'apps/site',
      'apps/api/src',
      'apps/executor/src',
      'packages/services/src',
      'packages/cli/src/help',
      'apps/web/src/theme',
      '.env.example',
      'CHANGELOG.md',
      ...shared,
    ],
    builtFile: '404.html',
  },
]

const packages = ['db', 'outbound', 'queue', 'services'].map((name) => `packages/${name}`)
const programsOf = (name: 'api' | 'executor'): Build => ({
  name,
  inputs: [
    `apps/${name}`,
    'infra/build',
    ...(name === 'api' ? ['packages/cli', 'packages/client'] : []),
    ...packages,
    ...shared,
  ],
  builtFile: 'main.js',
})
export const programs: readonly Build[] = [programsOf('api'), programsOf('executor')]

const cli: Build = {
  name: 'cli',
  inputs: ['packages/cli', 'packages/client', 'infra/build', ...shared],
  builtFile: 'knockwire.cjs',
}

const notInputs = /(^|[/\\])(node_modules|dist|\.turbo|\.astro|testing)([/\\]|$)|\.test\.tsx?$/

const folderOf = ({ name }: Build) => join(root, name === 'cli' ? 'packages' : 'apps', name)

const stampFile = (build: Build) => join(folderOf(build), 'node_modules', '.cache', 'built-from')

const distOf = (build: Build) => join(folderOf(build), 'dist')

const filesUnder = async (path: string): Promise<string[]> => {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => null)
  if (!entries) return [path]
  const nested = entries
    .map((entry) => ({ path: join(path, entry.name), isDirectory: entry.isDirectory() }))
    .filter((entry) => !notInputs.test(entry.path))
    .map(async (entry) => (entry.isDirectory ? filesUnder(entry.path) : [entry.path]))
  return (await Promise.all(nested)).flat()
}

/** A hash of the inputs' names and contents: some hundred files, a few hundredths of a second. */
const hashInputs = async ({ inputs }: Build): Promise<string> => {
  const files = (await Promise.all(inputs.map(filesUnder))).flat().toSorted()
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))))
  const hash = createHash('sha256').update('\0')
  for (const [index, content] of contents.entries()) hash.update(`${files[index]}\0${content.length}\0`).update(content)
  return hash.digest('hex')
}

export interface StaleBuild {
  build: Build
  /** Of the inputs as they are now. */
  hash: string
}

/** Those that were not built from the files that are there now. */
export const findStale = async (builds: readonly Build[]): Promise<StaleBuild[]> => {
  const all = await Promise.all(
    builds.map(async (build) => {
      const hash = await hashInputs(build)
      const last = await readFile(stampFile(build), 'utf8').catch(() => null)
      const isBuilt = [build.builtFile, noticesFile].every((file) => existsSync(join(distOf(build), file)))
      return { build, hash, isStale: last !== hash || !isBuilt }
    }),
  )
  return all.filter(({ isStale }) => isStale)
}

/** Notes that these have been built from the inputs of their hash. */
export const markBuilt = async (built: readonly StaleBuild[]): Promise<void> => {
  for (const { build, hash } of built) {
    await mkdir(dirname(stampFile(build)), { recursive: true })
    await writeFile(stampFile(build), hash)
  }
}

/** Takes about a second. */
const buildCli = async (): Promise<void> => {
  const stale = await findStale([cli])
  if (stale.length === 0) return
  // Only here, so that a start with nothing to build does not load the bundler.
  const { bundleCli } = await import('./bundle-cli.ts')
  await bundleCli()
  await markBuilt(stale)
}

/** Builds the dashboard, the site and the command line, which the API serves, unless the last build was made from the same files; not even the build tool is started then. */
export const buildPages = async (announce: () => void): Promise<void> => {
  await buildCli()
  const stale = await findStale(pages)
  if (stale.length === 0) return
  announce()
  const filters = stale.map(({ build }) => `--filter=@knockwire/${build.name}`)
  const { code, output } = await runTurbo('run', 'build', ...filters, '--output-logs=new-only')
  if (code !== 0) throw new Error(`The pages could not be built:\n${output}`)
  for (const { build } of stale) if (build.name !== 'cli') await recordPackages(build.name, distOf(build))
  await markBuilt(stale)
}
