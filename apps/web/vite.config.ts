import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, minify, type Plugin } from 'vite'
import { chunkGroups } from './chunk-groups.ts'
import { compressFiles } from './compress-files.ts'
import { writePreloadFiles } from './preload-files.ts'

// `pnpm dev` passes on which port the API has.
// oxlint-disable-next-line no-restricted-properties
const api = `http://127.0.0.1:${process.env['PORT'] || 3000}`

/** As the API does: any address with /rates is the rates page, and visitors' pages are a document of their own. */
const serveDocuments: Plugin = {
  name: 'serve-documents',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      const isPage = request.headers.accept?.includes('text/html') === true
      const { pathname } = new URL(request.url ?? '/', api)
      if (isPage && pathname.includes('/rates')) request.url = '/rates.html'
      else if (isPage && /^\/(signin|signup|forgot|logout|invite)$/.test(pathname)) request.url = '/visitor.html'
      next()
    })
  },
}

/** As the API does, which the development server asks for it. */
const nameInstance: Plugin = {
  name: 'name-instance',
  apply: 'serve',
  transformIndexHtml: async () => {
    const answer = await fetch(`${api}/api/v1/instance`).catch(() => null)
    // Until the API has started, everything is offered.
    if (answer?.ok !== true) return []
    return [{ tag: 'meta', attrs: { name: 'knockwire-instance', content: await answer.text() }, injectTo: 'head' }]
  },
}

/**
 * Writes into each document which build it is of, by the names of all files, which change with their content: the API
 * names the build that it is served with, and a page of that one takes its responses as they are.
 */
const nameBuild: Plugin = {
  name: 'name-build',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const names = Object.keys(bundle).filter((name) => !name.endsWith('.html'))
      const content = createHash('sha256').update(names.toSorted().join('\n')).digest('base64url').slice(0, 16)
      return [{ tag: 'meta', attrs: { name: 'knockwire-build', content }, injectTo: 'head' }]
    },
  },
}

/** Writes into each document what is done before its first paint, which would wait for its own file. */
const inlineBeforePaint: Plugin = {
  name: 'inline-before-paint',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html, { filename }) => {
      const file = join(import.meta.dirname, 'before-paint.js')
      const { code, errors } = await minify(file, await readFile(file, 'utf8'))
      if (errors.length > 0) throw new Error(`${file} cannot be minified: ${errors[0]?.message}`)
      const marker = '<!--before-paint-->'
      if (!html.includes(marker)) throw new Error(`${filename} has no ${marker}`)
      return html.replace(marker, () => code.trim())
    },
  },
}

/** A class by its name and its file: what a page's script says of its styles is shorter so than with Vite's own names. */
const classNameOf = (name: string, file: string): string =>
  `${name}_${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 4)}`

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), serveDocuments, inlineBeforePaint, nameInstance, nameBuild, compressFiles, writePreloadFiles],
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    target: 'es2023',
    // Written, not named in the code: the server does not serve them.
    sourcemap: 'hidden',
    // The API's content security policy allows no script in a data URL, so no file is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The public rates page and the pages before the dashboard are entries of their own: a visitor loads none of it.
    rolldownOptions: {
      input: ['index.html', 'visitor.html', 'rates.html'],
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: isSsrBuild === true ? {} : { codeSplitting: { groups: chunkGroups } },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': api, '/dev': api, '/docs': api, '/blog': api, '/healthz': api, '^/e/': api },
  },
}))
