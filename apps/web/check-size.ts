import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { pageModules, type PagePath, pagePaths } from './page-modules.ts'

/** What a page may load before it is shown: kilobytes of JavaScript, gzipped, and files. */
interface Budget {
  kilobytes: number
  scripts: number
}

const visitor = { kilobytes: 106, scripts: 7 }

/**
 * Somewhat above what each page loads, so that what makes one of them heavier is noticed and chosen. React, the router and the
 * query library alone are 88 of them: docs/decisions/0027-what-a-page-weighs.md.
 */
const budgets: Record<PagePath, Budget> = {
  '/rates': { kilobytes: 78, scripts: 3 },
  '/signin': visitor,
  '/signup': visitor,
  '/forgot': visitor,
  '/logout': visitor,
  '/dashboard/tasks': { kilobytes: 148.5, scripts: 8 },
  '/dashboard/tasks/:id': { kilobytes: 154, scripts: 9 },
  '/dashboard/tasks/:id/executions': { kilobytes: 159.5, scripts: 9 },
  '/dashboard/drafts/:id': { kilobytes: 160.5, scripts: 8 },
  '/dashboard/receivers': { kilobytes: 150.2, scripts: 9 },
  '/dashboard/receivers/:id': { kilobytes: 149.6, scripts: 9 },
  '/dashboard/receivers/:id/executions': { kilobytes: 158.4, scripts: 9 },
  '/dashboard/account': { kilobytes: 152, scripts: 8 },
  '/dashboard/account/profile': { kilobytes: 150.8, scripts: 9 },
  '/dashboard/account/security': { kilobytes: 152.4, scripts: 9 },
  '/dashboard/account/tokens': { kilobytes: 143.9, scripts: 8 },
  '/dashboard/account/data': { kilobytes: 150.4, scripts: 9 },
  '/dashboard/support': { kilobytes: 133.4, scripts: 7 },
}

const source = fileURLToPath(new URL('src/', import.meta.url))

type Chunk = Rolldown.OutputChunk

async function buildFiles(): Promise<(Chunk | Rolldown.OutputAsset)[]> {
  const result = await build({ root: dirname(source), logLevel: 'error', build: { write: false, sourcemap: false } })
  return [result].flat().flatMap((one) => ('output' in one ? one.output : []))
}

const files = await buildFiles()
const chunks: ReadonlyMap<string, Chunk> = new Map(
  files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
)
const styles = files
  .flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : []))
  .join('\n')
const bytesOf = new Map(
  [...chunks].map(([name, { code }]) => [name, gzipSync(code, { level: constants.Z_BEST_COMPRESSION }).length]),
)
const chunkOf = new Map([...chunks].flatMap(([name, { moduleIds }]) => moduleIds.map((id) => [id, name] as const)))

/** A chunk with all that it imports statically. */
function closure(name: string, found: Set<string>): void {
  if (found.has(name)) return
  found.add(name)
  for (const imported of chunks.get(name)?.imports ?? []) closure(imported, found)
}

/** The chunk of a module that has no code of its own is the one that it was merged into: its entry's. */
function chunkNameOf(module: string): string {
  const id = resolve(source, module)
  const name = chunkOf.get(id) ?? [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === id)?.fileName
  if (name === undefined) throw new Error(`page-modules.ts names src/${module}, which is not in the build.`)
  return name
}

const bringsZod = (name: string) =>
  chunks.get(name)?.moduleIds.some((id) => /[\\/]node_modules[\\/]zod[\\/]/.test(id)) === true

const importers = (name: string, among: ReadonlySet<string>): string[] =>
  [...among].filter((other) => chunks.get(other)?.imports.includes(name) === true)

/** What is over the budget, as messages. */
function problemsOf(route: PagePath): string[] {
  const { kilobytes, scripts } = budgets[route]
  const names = new Set<string>()
  for (const module of pageModules[route]) closure(chunkNameOf(module), names)
  const bytes = [...names].reduce((sum, name) => sum + (bytesOf.get(name) ?? 0), 0)
  const sheets = new Set([...names].flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]))
  console.log(`${(bytes / 1000).toFixed(1).padStart(6)} KB  ${String(names.size).padStart(2)} scripts  ${route}`)
  const zod = [...names].find(bringsZod)
  const heaviest = [...names]
    .toSorted((a, b) => (bytesOf.get(b) ?? 0) - (bytesOf.get(a) ?? 0))
    .slice(0, 8)
    .map((name) => `${name} (${((bytesOf.get(name) ?? 0) / 1000).toFixed(1)} KB)`)
  return [
    ...(bytes > kilobytes * 1000
      ? [
          `${route} loads ${(bytes / 1000).toFixed(1)} KB of JavaScript, ${kilobytes} are allowed: ${heaviest.join(', ')}.`,
        ]
      : []),
    ...(names.size > scripts
      ? [`${route} loads ${names.size} scripts, ${scripts} are allowed: ${[...names].join(', ')}.`]
      : []),
    ...(zod === undefined
      ? []
      : [
          `${route} loads Zod, with ${importers(zod, names).join(' and ')}: import only types from the domain's schemas, and load what checks with lib/schemas.ts.`,
        ]),
    ...(sheets.size > 1 ? [`${route} loads ${sheets.size} stylesheets, 1 is allowed: ${[...sheets].join(', ')}.`] : []),
  ]
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
    const names = new Set<string>()
    closure(chunkNameOf(module), names)
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

/** CSS modules of which the build kept the names and not the styles: leave-out.ts inlines the names. */
const modulesWithoutStyles = (): string[] =>
  globSync('**/*.module.css', { cwd: source })
    .filter((file) => {
      const css = readFileSync(resolve(source, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|:global\([^)]*\)/g, '')
      const [, name = ''] = /\.([A-Za-z][\w-]*)/.exec(css) ?? []
      return !new RegExp(`\\.${name}_[\\w-]{4}(?![\\w-])`).test(styles)
    })
    .map((file) => `The build has no styles of src/${file}.`)

/** What a document loads at any time. */
function reachedFrom(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const { imports = [], dynamicImports = [] } = chunks.get(name) ?? {}
  for (const imported of [...imports, ...dynamicImports]) reachedFrom(imported, found)
  return found
}

/** Running the first module of a document shows its page, also where another one only loads its file in advance. */
function foreignFirstModules(): string[] {
  const firstModules = [...new Set(pagePaths.map((page) => pageModules[page][0]))]
  return firstModules.flatMap((module) => {
    const reached = reachedFrom(chunkNameOf(module))
    return firstModules
      .filter((other) => other !== module && reached.has(chunkNameOf(other)))
      .map((other) => `The document of src/${module} loads the file of src/${other}, which would show its page.`)
  })
}

const problems = [
  ...schemasBesideFirstViews(),
  ...modulesWithoutStyles(),
  ...foreignFirstModules(),
  ...pagePaths.flatMap(problemsOf),
  ...(await unnamedPages()),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
