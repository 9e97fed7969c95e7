import type { Plugin } from 'vite'
import { filesOf } from './page-files.ts'
import { pageModules, type PagePath } from './page-modules.ts'

/** The pages that are announced, by their addresses. */
const announced: Record<string, PagePath> = {
  '/dashboard': '/dashboard/tasks',
  '/dashboard/tasks': '/dashboard/tasks',
  '/dashboard/tasks/:id': '/dashboard/tasks/:id',
  '/dashboard/tasks/:id/executions': '/dashboard/tasks/:id/executions',
  '/dashboard/receivers': '/dashboard/receivers',
  '/dashboard/receivers/:id': '/dashboard/receivers/:id',
  '/dashboard/receivers/:id/executions': '/dashboard/receivers/:id/executions',
}

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
    if (!chunks.some(({ moduleIds }) => moduleIds.some((id) => /[\\/]src[\\/]main\.tsx$/.test(id)))) return
    const loaded = filesOf(chunks, ['main.tsx'])
    const preloads = Object.entries(announced).map(([path, page]) => {
      const files = [...filesOf(chunks, pageModules[page])]
      return [path, files.filter((name) => !loaded.has(name)).map((name) => `/${name}`)] as const
    })
    const source = JSON.stringify(Object.fromEntries(preloads), null, 2)
    // The server sends no file whose name begins with a dot.
    this.emitFile({ type: 'asset', fileName: '.preload-files.json', source })
  },
}
