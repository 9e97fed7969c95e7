import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** What the router loads for an address, below src. */
const pages: Record<string, readonly string[]> = {
  '/dashboard': ['features/tasks/list/task-list.tsx'],
  '/dashboard/tasks': ['features/tasks/list/task-list.tsx'],
  '/dashboard/tasks/:id': ['routes/task-detail.tsx', 'features/tasks/settings/settings-tab.tsx'],
  '/dashboard/tasks/:id/executions': ['routes/task-detail.tsx', 'features/history/executions/execution-history.tsx'],
  '/dashboard/receivers': ['features/receivers/list/receiver-list.tsx'],
  '/dashboard/receivers/:id': ['routes/receiver-detail.tsx', 'features/receivers/settings/settings-tab.tsx'],
  '/dashboard/receivers/:id/executions': [
    'routes/receiver-detail.tsx',
    'features/history/requests/request-history.tsx',
  ],
}

const entry = 'main.tsx'

/**
 * Writes which files a page needs beside those that its document names, for the server to announce with the document: the
 * browser then loads them at once, not after the router has run.
 */
export const writePreloadFiles: Plugin = {
  name: 'write-preload-files',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    // A build of something else, such as what is prerendered.
    if (!chunks.some(({ moduleIds }) => moduleIds.includes(sourceOf(entry)))) return
    const loaded = closureOf(chunks, [entry])
    const preloads = Object.entries(pages).map(
      ([path, modules]) =>
        [path, [...closureOf(chunks, modules)].filter((name) => !loaded.has(name)).map((name) => `/${name}`)] as const,
    )
    const source = JSON.stringify(Object.fromEntries(preloads), null, 2)
    // The server sends no file whose name begins with a dot.
    this.emitFile({ type: 'asset', fileName: '.preload-files.json', source })
  },
}

const sourceOf = (module: string) => resolve(import.meta.dirname, 'src', module)

/** The files of modules with all that they import statically. */
function closureOf(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) add(imported)
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(sourceOf(module)))
    if (chunk === undefined) throw new Error(`preload-files.ts names src/${module}, which is not in the build.`)
    add(chunk.fileName)
  }
  return found
}
