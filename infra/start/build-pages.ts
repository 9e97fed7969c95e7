import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../process/root.ts'
import { runTurbo } from '../process/run-turbo.ts'
import type { StartSettings } from './settings.ts'

interface Bundle {
  name: 'web' | 'site'
  /** Whatever it is made of. */
  inputs: string[]
  /** There once it has been built. */
  builtFile: string
}

const shared = ['packages/domain', 'pnpm-lock.yaml', 'tsconfig.base.json', 'turbo.json']
const bundles: Bundle[] = [
  { name: 'web', inputs: ['apps/web', ...shared], builtFile: 'index.html' },
  // The documentation shows the API's calls, the settings and the dashboard's colors.
  {
    name: 'site',
    inputs: [
      'apps/site',
      'apps/api/src',
      'apps/executor/src',
      'packages/services/src',
      'apps/web/src/theme',
      '.env.example',
      ...shared,
    ],
    builtFile: '404.html',
  },
]

const notInputs = /(^|[/\\])(node_modules|dist|\.turbo|\.astro|testing)([/\\]|$)|\.test\.tsx?$/

const stampFile = ({ name }: Bundle) => join(root, 'apps', name, 'node_modules', '.cache', 'built-from')

const filesUnder = async (path: string): Promise<string[]> => {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => null)
  if (!entries) return [path]
  const nested = entries
    .map((entry) => ({ path: join(path, entry.name), isDirectory: entry.isDirectory() }))
    .filter((entry) => !notInputs.test(entry.path))
    .map(async (entry) => (entry.isDirectory ? filesUnder(entry.path) : [entry.path]))
  return (await Promise.all(nested)).flat()
}

/** A hash of the inputs' names and contents and of the build's one setting: some hundred files, a few hundredths of a second. */
const hashInputs = async ({ inputs }: Bundle, supportEmail: string): Promise<string> => {
  const files = (await Promise.all(inputs.map(filesUnder))).flat().toSorted()
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))))
  const hash = createHash('sha256').update(`${supportEmail}\0`)
  for (const [index, content] of contents.entries()) hash.update(`${files[index]}\0${content.length}\0`).update(content)
  return hash.digest('hex')
}

/** The bundles that were not built from the files that are there now, with the hash of these. */
const findStale = async (supportEmail: string) => {
  const all = await Promise.all(
    bundles.map(async (bundle) => {
      const hash = await hashInputs(bundle, supportEmail)
      const last = await readFile(stampFile(bundle), 'utf8').catch(() => null)
      const isBuilt = existsSync(join(root, 'apps', bundle.name, 'dist', bundle.builtFile))
      return { bundle, hash, isStale: last !== hash || !isBuilt }
    }),
  )
  return all.filter(({ isStale }) => isStale)
}

/** Builds the dashboard and the site unless the last build was made from the same files; not even the build tool is started then. */
export const buildPages = async ({ environment }: StartSettings, announce: () => void): Promise<void> => {
  const stale = await findStale(environment['SUPPORT_EMAIL'] ?? '')
  if (stale.length === 0) return
  announce()
  const filters = stale.map(({ bundle }) => `--filter=@knockwire/${bundle.name}`)
  const { code, output } = await runTurbo('run', 'build', ...filters, '--output-logs=new-only')
  if (code !== 0) throw new Error(`The pages could not be built:\n${output}`)
  for (const { bundle, hash } of stale) {
    await mkdir(dirname(stampFile(bundle)), { recursive: true })
    await writeFile(stampFile(bundle), hash)
  }
}
