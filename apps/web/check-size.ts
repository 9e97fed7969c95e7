import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { served } from './compress-files.ts'
import { fileOf, filesOf } from './page-files.ts'
import { pageModules, type PagePath, pagePaths } from './page-modules.ts'

/**
 * What a page may load before it is shown: scripts and stylesheets in kilobytes, as they are served, and how many files these are.
 * docs/decisions/0027-what-a-page-weighs.md says what they consist of.
 */
interface Budget {
  kilobytes: number
  files: number
}

const budgetOf = (page: PagePath): Budget => {
  if (page === '/rates') return { kilobytes: 90, files: 4 }
  return page.startsWith('/dashboard') ? { kilobytes: 181, files: 12 } : { kilobytes: 115, files: 9 }
}

const source = fileURLToPath(new URL('src/', import.meta.url))

type Chunk = Rolldown.OutputChunk

async function buildFiles(): Promise<(Chunk | Rolldown.OutputAsset)[]> {
  const result = await build({ root: dirname(source), logLevel: 'error', build: { write: false, sourcemap: false } })
  return [result].flat().flatMap((one) => ('output' in one ? one.output : []))
}

const files = await buildFiles()
const chunks = files.filter((file) => file.type === 'chunk')
const chunkOf = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
const contentOf = new Map(files.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]))
const loadedFirst = new Set(pagePaths.flatMap((page) => filesOfPage(page)))

/** In bytes, as they are served. */
const sizes = new Map(
  await Promise.all(
    [...loadedFirst].map(
      async (name) => [name, (await served(Buffer.from(contentOf.get(name) ?? ''))).length] as const,
    ),
  ),
)

const sizeOf = (name: string): number => sizes.get(name) ?? 0

const bringsZod = (name: string) =>
  chunkOf.get(name)?.moduleIds.some((id) => /[\\/]node_modules[\\/]zod[\\/]/.test(id)) === true

const importers = (name: string, among: Iterable<string>): string[] =>
  [...among].filter((other) => chunkOf.get(other)?.imports.includes(name) === true)

const inKilobytes = (bytes: number) => (bytes / 1000).toFixed(1)

const isScript = (name: string) => name.endsWith('.js')

const totalOf = (names: readonly string[]) => names.reduce((sum, name) => sum + sizeOf(name), 0)

/** The scripts and stylesheets that a page loads before it is shown. */
function filesOfPage(page: PagePath): string[] {
  const scripts = filesOf(chunks, pageModules[page])
  return [
    ...scripts,
    ...new Set([...scripts].flatMap((name) => [...(chunkOf.get(name)?.viteMetadata?.importedCss ?? [])])),
  ]
}

/** What is over the budget, as messages. */
function problemsOf(page: PagePath): string[] {
  const budget = budgetOf(page)
  const loaded = filesOfPage(page)
  const [scripts, sheets] = [loaded.filter(isScript), loaded.filter((name) => !isScript(name))]
  const bytes = totalOf(loaded)
  console.log(
    `${inKilobytes(bytes).padStart(6)} KB in ${loaded.length} files: ${inKilobytes(totalOf(scripts))} scripts, ${inKilobytes(totalOf(sheets))} styles  ${page}`,
  )
  const heaviest = loaded.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 8)
  const zod = scripts.find(bringsZod)
  return [
    bytes > budget.kilobytes * 1000 &&
      `${page} loads ${inKilobytes(bytes)} KB, ${budget.kilobytes} are allowed: ${heaviest.map((name) => `${name} (${inKilobytes(sizeOf(name))} KB)`).join(', ')}.`,
    loaded.length > budget.files &&
      `${page} loads ${loaded.length} files, ${budget.files} are allowed: ${loaded.join(', ')}.`,
    zod !== undefined &&
      `${page} loads Zod, with ${importers(zod, scripts).join(' and ')}: import only types from the domain's schemas, and load what checks with lib/schemas.ts.`,
  ].filter((problem) => problem !== false)
}

/** What pages load as soon as they are shown, behind it. */
const besideFirstViews = [
  'features/history/chart/execution-chart.tsx',
  'features/notifications/notifications-box.tsx',
  'features/tasks/schedule/schedule-editor.tsx',
]

/** One small module in a file with schemas would bring all of them, and the files that these import: 100 KB. */
const schemasBesideFirstViews = (): string[] =>
  besideFirstViews.flatMap((module) => {
    const names = filesOf(chunks, [module])
    const zod = [...names].find(bringsZod)
    return zod === undefined
      ? []
      : [
          `src/${module} loads Zod, with ${importers(zod, names).join(' and ')}: give what they share a group in chunk-groups.ts.`,
        ]
  })

/** Pages that the router loads and that page-modules.ts does not name. */
async function unnamedPages(): Promise<string[]> {
  const router = await readFile(resolve(source, 'router.tsx'), 'utf8')
  const named: ReadonlySet<string> = new Set(Object.values(pageModules).flat())
  return (
    [...router.matchAll(/import\('\.\/([^']+)'\)/g)]
      .map(([, module = '']) => module)
      // Queries come with the pages that use them.
      .filter((module) => !named.has(module) && !module.endsWith('-queries.ts'))
      .map((module) => `router.tsx loads src/${module}, which page-modules.ts does not name.`)
  )
}

/** In the stylesheet of what is shown later, Mantine's styles come before those that change them. */
function laterStylesOutOfOrder(): string[] {
  const name = [...contentOf.keys()].find((file) => /later-styles-.*\.css$/.test(file)) ?? ''
  const css = String(contentOf.get(name))
  // The last rule of mantine-later-styles.ts, and the first class of a module of ours.
  const [end, start] = [css.indexOf('.mantine-Modal-title'), css.search(/\.(?!m_)[A-Za-z]+_[\w-]{4}(?![\w-])/)]
  return end !== -1 && end < start ? [] : [`${name} begins with other styles than those of mantine-later-styles.ts.`]
}

/** What a document loads at any time. */
function reachedFrom(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const { imports = [], dynamicImports = [] } = chunkOf.get(name) ?? {}
  for (const imported of [...imports, ...dynamicImports]) reachedFrom(imported, found)
  return found
}

/** Running the first module of a document shows its page, also where another one only loads its file in advance. */
function foreignFirstModules(): string[] {
  const firstModules = [...new Set(pagePaths.map((page) => pageModules[page][0]))]
  return firstModules.flatMap((module) => {
    const reached = reachedFrom(fileOf(chunks, module))
    return firstModules
      .filter((other) => other !== module && reached.has(fileOf(chunks, other)))
      .map((other) => `The document of src/${module} loads the file of src/${other}, which would show its page.`)
  })
}

const problems = [
  ...schemasBesideFirstViews(),
  ...laterStylesOutOfOrder(),
  ...foreignFirstModules(),
  ...pagePaths.flatMap(problemsOf),
  ...(await unnamedPages()),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
