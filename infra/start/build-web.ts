import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../process/root.ts'
import { turboQuietly } from '../process/turbo.ts'
import type { StartSettings } from './settings.ts'

/** Whatever the browser's bundle is made of. */
const inputs = ['apps/web', 'packages/domain', 'pnpm-lock.yaml', 'tsconfig.base.json', 'turbo.json']
const notInputs = /(^|[/\\])(node_modules|dist|\.turbo)([/\\]|$)|\.test\.tsx?$|\.md$/

const stampFile = join(root, 'apps', 'web', 'node_modules', '.cache', 'built-from')
const builtFile = join(root, 'apps', 'web', 'dist', 'index.html')

const filesUnder = async (path: string): Promise<string[]> => {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => null)
  if (!entries) return [path]
  const nested = entries
    .map((entry) => ({ path: join(path, entry.name), isDirectory: entry.isDirectory() }))
    .filter((entry) => !notInputs.test(entry.path))
    .map(async (entry) => (entry.isDirectory ? filesUnder(entry.path) : [entry.path]))
  return (await Promise.all(nested)).flat()
}

/** A hash of what the build is given, its one setting and the inputs' names and contents: some hundred files, a few hundredths of a second. */
const hashInputs = async (supportEmail: string): Promise<string> => {
  const files = (await Promise.all(inputs.map(filesUnder))).flat().toSorted()
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))))
  const hash = createHash('sha256').update(`${supportEmail}\0`)
  for (const [index, content] of contents.entries()) hash.update(`${files[index]}\0${content.length}\0`).update(content)
  return hash.digest('hex')
}

const build = async (): Promise<void> => {
  const { code, output } = await turboQuietly('run', 'build', '--filter=@knockwire/web', '--output-logs=new-only')
  if (code !== 0) throw new Error(`The web could not be built:\n${output}`)
}

/** Builds the dashboard unless the last build was made from the same files; not even the build tool is started then. */
export const buildWeb = async ({ environment }: StartSettings, announce: () => void): Promise<void> => {
  const hash = await hashInputs(environment['SUPPORT_EMAIL'] ?? '')
  const last = await readFile(stampFile, 'utf8').catch(() => null)
  if (last === hash && existsSync(builtFile)) return
  announce()
  await build()
  await mkdir(dirname(stampFile), { recursive: true })
  await writeFile(stampFile, hash)
}
