import { join, parse } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { laterGroups, stylesGroup } from './chunk-groups.ts'
import { pageModules, pagePaths } from './page-modules.ts'
import { type Part, shareFiles } from './shared-files.ts'

const sourceOf = (module: string) => join(import.meta.dirname, 'src', module)

/** Above those of what is opened later. */
const leastPriority = 10

/** Beside these a page loads its document's own file and the runtime of the build. */
const mostFiles = 7

const firstModules: ReadonlySet<string> = new Set(pagePaths.map((page) => sourceOf(pageModules[page][0])))

/** Running a page's first module shows the page, so it shares no file with what other documents load, or load in advance. */
const isShared = (id: string) => !/\.(css|html)$/.test(id) && !firstModules.has(id)

/** A document of which no other loads anything but what all of them load: the build puts the rest into one file anyway. */
const separatePage = '/rates'

const limitOf = (page: string) => {
  if (page === '/rates') return 76_000
  return page.startsWith('/dashboard') ? 150_000 : 105_000
}

/**
 * Which modules share a file, by which pages load them before they are shown. That is known once all is built, so everything is
 * built twice: first with a file for each set of pages and dialogs, which would be 20 to 90 scripts a page.
 */
export const shareFilesOfPages = (config: () => UserConfig): Plugin => ({
  name: 'share-files-of-pages',
  apply: ({ build: options }, { command }) => command === 'build' && options?.ssr === undefined,
  config: async ({ root = import.meta.dirname }) => {
    const shared = shareFiles(await partsOf(root, config()), { files: mostFiles, bytesOf: limitOf, separatePage })
    const styled = fileOf(
      shared,
      pagePaths.filter((page) => page !== separatePage),
    )
    const groups = shared.map((parts, at) => {
      const modules = new Set(parts.flatMap((part) => part.modules))
      return {
        name: nameOf(modules),
        test: (id: string) => modules.has(id) || (parts === styled && stylesGroup.test.test(id)),
        priority: leastPriority + shared.length - at,
      }
    })
    return {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [...groups, ...laterGroups],
            },
          },
        },
      },
    }
  },
})

/** The file that these pages load, and no others. */
function fileOf(files: readonly (readonly Part[])[], pages: readonly string[]) {
  const requested = pages.toSorted().join(' ')
  const found = files.find(
    (parts) => [...new Set(parts.flatMap((part) => part.pages))].toSorted().join(' ') === requested,
  )
  if (found === undefined) throw new Error(`There is no file of these pages alone: ${requested}.`)
  return found
}

const pageNames = new Map(
  Object.values(pageModules).flatMap((modules) =>
    modules.map((module) => [sourceOf(module), parse(module).name] as const),
  ),
)

/** A file is called after a page's module in it, so that one sees what it is of. */
const nameOf = (modules: ReadonlySet<string>) =>
  pageNames.get([...modules].find((id) => pageNames.has(id)) ?? '') ?? 'shared'

async function partsOf(root: string, config: UserConfig): Promise<Part[]> {
  const result = await build({
    ...config,
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ...config.build,
      write: false,
      sourcemap: false,
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        output: { codeSplitting: { groups: [stylesGroup] } },
      },
    },
  })
  const files = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  const chunks = files.filter((file) => file.type === 'chunk')
  const loads = pagePaths.map(
    (page) =>
      [
        page,
        filesOf(
          chunks,
          pageModules[page].map((module) => join(root, 'src', module)),
        ),
      ] as const,
  )
  return chunks
    .filter(({ name }) => name !== stylesGroup.name)
    .map(({ fileName, moduleIds, code, imports }) => ({
      name: fileName,
      modules: moduleIds.filter(isShared),
      bytes: gzipSync(code).length,
      pages: loads.filter(([, names]) => names.has(fileName)).map(([page]) => page),
      imports,
    }))
    .filter(({ modules, pages }) => modules.length > 0 && pages.some((page) => page !== separatePage))
}

/** The files of modules, with all that they import. */
export function filesOf(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) add(imported)
  }
  for (const module of modules) {
    const chunk =
      chunks.find(({ moduleIds }) => moduleIds.includes(module)) ??
      chunks.find(({ facadeModuleId }) => facadeModuleId === module)
    if (chunk === undefined) throw new Error(`${module} is not in the build.`)
    add(chunk.fileName)
  }
  return found
}
