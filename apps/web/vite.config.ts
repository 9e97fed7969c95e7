import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
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
      else if (isPage && /^\/(signin|signup|forgot|logout)$/.test(pathname)) request.url = '/visitor.html'
      next()
    })
  },
}

/**
 * What libraries attach to what we use, and nothing here calls: JSON Schema to each of Zod's schemas (6 KB gzipped), to
 * objects the detection of cycles, which JSON has none of, to Mantine's tables a scroll area with all of floating-ui
 * (20 KB), and to the router its instrumentation and what renders on a server.
 */
const leaveOut: Plugin = {
  name: 'leave-out',
  apply: 'build',
  transform: {
    filter: {
      id: /[\\/](zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema|memoizer)\.js|Table[\\/]TableScrollContainer\.mjs|react-router[\\/]dist[\\/]production[\\/]lib[\\/](router[\\/]instrumentation|dom[\\/]ssr[\\/](links|single-fetch))\.js)$/,
    },
    handler: (code) => {
      const declared = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
      const listed = [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(','))
      const names = [...declared, ...listed.map((name) => name.split(' as ').at(-1)?.trim())]
      return {
        code: names.map((name) => `const left_${name} = () => {}; export { left_${name} as ${name} }`).join('\n'),
        map: null,
      }
    },
  },
}

/**
 * Zod's older way to a format, as in `z.string().jwt()` for `z.jwt()`: each text would bring all formats along (3 KB). What
 * calls one fails as its module is loaded.
 */
const leaveOutFormats: Plugin = {
  name: 'leave-out-formats',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
    handler: (code) => {
      const left = code.replaceAll(
        /^ {4}\w+\(params\) \{\n {8}return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},?\n/gm,
        '',
      )
      if (left === code) throw new Error('Zod has its formats elsewhere now: see leaveOutFormats in vite.config.ts.')
      return { code: left, map: null }
    },
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

/** Below this length, a compressed file is hardly shorter. */
const leastCompressed = 1024

/** Writes what is loaded as text in compressed form as well, as small as it gets: the server compresses none of it anew. */
const compressFiles: Plugin = {
  name: 'compress-files',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    const files = await readdir(dir, { recursive: true })
    const texts = files.filter((file) => /\.(js|css|svg)$/.test(file)).map((file) => join(dir, file))
    for (const file of texts) {
      const content = await readFile(file)
      if (content.length < leastCompressed) continue
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
    }
  },
}

const domain = join(import.meta.dirname, '../../packages/domain/src')

/** The domain's modules that have schemas: they bring the schema library, which no page loads before it is shown. */
const schemaModules: ReadonlySet<string> = new Set(
  globSync('**/*.ts', { cwd: domain, exclude: ['**/*.test.ts'] })
    .map((file) => join(domain, file))
    .filter((file) => /^import \{ z \} from 'zod'/m.test(readFileSync(file, 'utf8'))),
)

const sharedByPages = new RegExp(
  [
    '@tabler',
    '@mantine[\\\\/](hooks|core[\\\\/]esm[\\\\/]components)[\\\\/](?!(esm[\\\\/])?(Popover|Combobox|Select|Modal|Menu|Pagination|NumberInput|ScrollArea|Drawer|Notification|Textarea|Autocomplete|Chip|PasswordInput|Radio|Segmented|Floating|Checkbox|Switch|Tooltip|Portal|Overlay|FocusTrap|Paper|use-(long-press|focus-trap|focus-return|click-outside|shallow-effect)))',
    'web[\\\\/]src[\\\\/](lib(?![\\\\/]form)|components[\\\\/](ui(?![\\\\/](conflict-dialog|password-field))|list|layouts))',
    'domain[\\\\/]src[\\\\/](?!rates|bodies|templates|requests[\\\\/]curl|schedules[\\\\/](cron|next|time-zone))',
  ].join('|'),
)

/**
 * Which modules share a file. Left to itself the build writes a file for each set of pages that share a module: 60 small
 * ones for a page, where each is a request. What only a few pages or dialogs need stays out of these.
 */
const chunkGroups = [
  // React, and the little else that the rates page shares with the dashboard.
  {
    name: 'base',
    test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime|vite[\\/]preload-helper|lib[\\/]signed-in-here|ui[\\/]wordmark/,
    priority: 6,
  },
  // One stylesheet for the whole dashboard; the rates page has its own.
  { name: 'styles', test: /^(?!.*[\\/]features[\\/]rates[\\/]).*\.css$|theme[\\/]mantine-styles/, priority: 5 },
  // What the pages before the dashboard show and call: nothing in it may import the router, the query library or Zod.
  {
    name: 'entrance',
    test: new RegExp(
      [
        'clsx',
        '@mantine[\\\\/]hooks[\\\\/]esm[\\\\/](utils[\\\\/]random-id|use-(color-scheme|did-update|id|isomorphic-effect|media-query|merged-ref|reduced-motion|uncontrolled))[\\\\/]',
        '@mantine[\\\\/]core[\\\\/]esm[\\\\/](core|components[\\\\/](UnstyledButton|Transition|Loader|CloseButton|Input|InputBase|TextInput|Text|Button|ActionIcon|Anchor|Title|Group))[\\\\/]',
        '@tabler[\\\\/]icons-react[\\\\/]dist[\\\\/]esm[\\\\/](createReactComponent|defaultAttributes|icons[\\\\/]Icon(Bug|CloudOff|DeviceDesktop|Key|Moon|Sun)\\.)',
        'domain[\\\\/]src[\\\\/](error-codes|accounts[\\\\/]credential-rules|return-url)',
        'web[\\\\/]src[\\\\/](theme[\\\\/]theme|lib[\\\\/](api-client|api-error|build-settings|can-use-passkeys|connection|lazy-part|prefetch-when-idle|session|sign-in-way|storage|unsaved-work|use-call|use-has-outbox)\\.)',
        'web[\\\\/]src[\\\\/]components[\\\\/](layouts[\\\\/]page-crash|overlays[\\\\/]menu|ui[\\\\/](color-scheme-menu|empty-state|panel))',
      ].join('|'),
    ),
    priority: 4,
  },
  // The dashboard's libraries.
  {
    name: 'data',
    test: /[\\/]node_modules[\\/](react-router|@tanstack[\\/](react-query|query-core))[\\/]/,
    priority: 3,
  },
  // What checks a visitor's form, which loads it with the first input.
  {
    name: 'zod',
    test: /[\\/]node_modules[\\/]zod[\\/]|domain[\\/]src[\\/](zod-errors|accounts[\\/]credentials)\.ts/,
    priority: 3,
  },
  // What the pages of the dashboard share with each other. Menus, dialogs and large fields come when they are opened.
  {
    name: 'dashboard-ui',
    minShareCount: 3,
    test: (id: string) => !schemaModules.has(id) && sharedByPages.test(id),
    priority: 2,
  },
  // What menus, dialogs and large fields share, which are loaded as they are opened.
  {
    name: 'overlays',
    test: /@mantine[\\/](hooks[\\/]esm[\\/]use-(long-press|focus-trap|focus-return|click-outside|shallow-effect)|core[\\/]esm[\\/]components[\\/](Portal|Overlay|FocusTrap|Paper|ScrollArea[\\/]utils))[\\/]/,
    priority: 1,
  },
  // What stands around every page of the dashboard, and three modules that the next groups would otherwise take along.
  {
    name: 'dashboard',
    test: /routes[\\/]dashboard\.tsx|ui[\\/]skeleton-rows|icons[\\/]IconWebhook|components[\\/]Kbd[\\/]/,
    priority: 2,
  },
  // Small files that several pages load together, or nearly so.
  { name: 'inline-input', test: /InlineInput[\\/]|InputsGroupFieldset[\\/]|Checkbox[\\/]CheckIcon/, priority: 1 },
  {
    name: 'task',
    test: /tasks[\\/](task-queries|draft[\\/]delete-draft|list[\\/]run-(strip|tone))|begun-notification|inspect[\\/]body-actions/,
    priority: 1,
  },
  {
    name: 'task-page',
    test: /tasks[\\/](settings[\\/]task-form|test[\\/](test-result|use-task-test)|detail[\\/]task-page-states|schedule[\\/]schedule-(form|labels))|schedules[\\/]time-zone|execution-history-states|chart-address/,
    priority: 0.5,
  },
  {
    name: 'request-form',
    test: /request-editor[\\/](header-rows|request-(form|merge))|inspect[\\/]headers-table/,
    priority: 1,
  },
  { name: 'switch', test: /components[\\/]Switch[\\/]/, priority: 1 },
  { name: 'textarea', test: /components[\\/](Textarea|Autosize)[\\/]/, priority: 1 },
  { name: 'receiver', test: /receiver-queries|request-history-states|endpoint-panel/, priority: 0.5 },
  {
    name: 'task-fields',
    test: /settings[\\/]request-fields|schedule[\\/](one-time-fields|schedule-editor)|(Chip|ChipGroup|SegmentedControl|FloatingIndicator)[\\/]/,
    priority: 0.4,
  },
  {
    name: 'notifications',
    test: /features[\\/]notifications[\\/](notifications-box|notification-(group|queries)|owner|plan-usage|rule[\\/](condition|rule)-form|channels[\\/](channel|registry|rendered-text|(email|http|slack|sms)[\\/](email|http|slack|slack-parts|sms))\.)|templates[\\/]variables/,
    priority: 1,
  },
  // All else that checks: what the groups above share with it is theirs.
  { name: 'schemas', test: (id: string) => schemaModules.has(id), priority: 0.1 },
  // The pages that ask for a password are those before the dashboard and the account's.
  { name: 'password', test: /[\\/]PasswordInput[\\/]|ui[\\/]password-field/, priority: 1 },
]

/** A class by its name and its file: what a page's script says of its styles is shorter so than with Vite's own names. */
const classNameOf = (name: string, file: string): string =>
  `${name}_${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 4)}`

export default defineConfig({
  plugins: [react(), serveDocuments, leaveOut, leaveOutFormats, nameBuild, compressFiles, writePreloadFiles],
  // The one setting of the whole product that is built in keeps its name.
  envPrefix: ['VITE_', 'SUPPORT_EMAIL'],
  css: { modules: { generateScopedName: classNameOf } },
  // The API's content security policy allows no inline script, so nothing is inlined as a data URL either.
  build: {
    target: 'es2023',
    // Written, not named in the code: the server does not serve them.
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The public rates page and the pages before the dashboard are entries of their own: a visitor loads none of it.
    rolldownOptions: {
      input: ['index.html', 'visitor.html', 'rates.html'],
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': api, '/dev': api, '/docs': api, '/blog': api, '/healthz': api },
  },
})
