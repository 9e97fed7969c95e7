import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { type OutputOptions, type Plugin, rolldown } from 'rolldown'
import { root } from '../process/root.ts'
import { bundleCli } from './bundle-cli.ts'
import { recordPackages } from './record-packages.ts'
import { toAscii } from './to-ascii.ts'

/** An app that is made into one folder of JavaScript: `dist` beside its sources. */
export interface BundledApp {
  name: 'api' | 'executor'
  /** Programs by the name of their file in `dist`, from the app's `src`. */
  programs: Record<string, string>
}

export const bundledApps: readonly BundledApp[] = [
  {
    name: 'api',
    programs: {
      main: 'main.ts',
      migrate: 'commands/migrate.ts',
      'set-plan': 'commands/set-plan.ts',
      operate: 'commands/operate.ts',
      'rotate-keys': 'commands/rotate-keys.ts',
    },
  },
  {
    name: 'executor',
    programs: { main: 'main.ts', 'rates-check': 'rates/commands/check.ts', 'rates-fetch': 'rates/commands/fetch.ts' },
  },
]

/** Where files that are read at run time lie below `dist`, by their path in the repository. */
const filesFolder = 'files'

/** Optional native parts, looked up at run time by packages that do without them. */
const external = ['pg-native', '@napi-rs/nice']

const ownUrl = /new URL\(\s*'(\.{1,2}\/[^']*)',\s*import\.meta\.url\s*\)/g
const piscinasWorker = "(0, node_path_1.resolve)(__dirname, 'worker.js')"

/** Lines stay where they are, so the source map that there is goes on to hold. */
const keep = (code: string) => ({ code, map: null })
const urlOf = (path: string) => `new URL('./${path}', import.meta.url)`

/**
 * Keeps what code finds beside itself: a thread's entry point becomes its own file, a file or folder that is read
 * at run time is copied, and what another app builds is found where it is. All of a bundle's JavaScript lies in one
 * folder, so an address means the same in every file of it.
 */
const keepFilesBeside = (outDir: string): Plugin => {
  const copied = new Set<string>()
  const replaceUrl = (file: string, emit: (id: string, fileName: string) => void) => {
    if (/\.tsx?$/.test(file)) {
      const fileName = basename(file).replace(/\.tsx?$/, '.js')
      emit(file, fileName)
      return urlOf(fileName)
    }
    const path = relative(root, file).split(sep).join('/')
    if (/^apps\/\w+\/dist$/.test(path)) return `new URL('${relative(outDir, file)}', import.meta.url)`
    if (!existsSync(file)) throw new Error(`${path} is read at run time, and does not exist.`)
    copied.add(path)
    return urlOf(`${filesFolder}/${path}`)
  }
  return {
    name: 'keep-files-beside',
    transform: {
      filter: { code: /import\.meta\.url|__dirname, 'worker\.js'/ },
      handler(code, id) {
        const emit = (file: string, fileName: string) => void this.emitFile({ type: 'chunk', id: file, fileName })
        if (id.endsWith('/piscina/dist/index.js')) {
          if (!code.includes(piscinasWorker)) throw new Error('Piscina names its worker in another way.')
          emit(join(dirname(id), 'worker.js'), 'piscina.worker.js')
          return keep(code.replace(piscinasWorker, `require('node:url').fileURLToPath(${urlOf('piscina.worker.js')})`))
        }
        if (id.includes('/node_modules/') || !id.startsWith(root)) return null
        return keep(code.replaceAll(ownUrl, (_, path: string) => replaceUrl(join(dirname(id), path), emit)))
      },
    },
    writeBundle: async () => {
      for (const path of copied) {
        await mkdir(dirname(join(outDir, filesFolder, path)), { recursive: true })
        await cp(join(root, path), join(outDir, filesFolder, path), { recursive: true })
      }
    },
  }
}

/** After all else, since the minifier writes characters out. By then the map is its own file. */
export const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle: (_options, bundle) => {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const { code, mappings } = toAscii(chunk.code, chunk.map?.mappings ?? '')
      chunk.code = code
      // What only joins others has none.
      const map = bundle[`${chunk.fileName}.map`]
      if (map?.type !== 'asset') continue
      map.source = JSON.stringify({ ...(JSON.parse(String(map.source)) as object), mappings })
    }
  },
}

/** What is built here, for `knockwire_build_info`; an image is built without the repository, so that GIT_COMMIT gives it. */
const commit = (): string => {
  const given = process.env['GIT_COMMIT']
  if (given) return given.slice(0, 12)
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  } catch {
    return 'unknown'
  }
}

export const bundleOutput = {
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunk-[hash].js',
  sourcemap: true,
  // A stack trace needs names and lines only; without the text, maps are half as big in memory.
  sourcemapExcludeSources: true,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
} satisfies OutputOptions

/**
 * Makes an app's programs into JavaScript that needs no `node_modules` and no TypeScript, with source maps for stack
 * traces beside it. `outDir` is emptied first.
 */
export const bundleApp = async (
  { name, programs }: BundledApp,
  outDir = join(root, 'apps', name, 'dist'),
): Promise<void> => {
  // The API serves it.
  if (name === 'api') await bundleCli()
  await rm(outDir, { recursive: true, force: true })
  const source = (file: string) => join(root, 'apps', name, 'src', file)
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(programs).map(([program, file]) => [program, source(file)])),
    platform: 'node',
    external,
    transform: {
      define: { 'process.env.NODE_ENV': '"production"', KNOCKWIRE_COMMIT: JSON.stringify(commit()) },
      target: 'node24',
    },
    plugins: [keepFilesBeside(outDir), inAscii],
    logLevel: 'warn',
  })
  await bundle.write({ dir: outDir, ...bundleOutput })
  await bundle.close()
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify({ type: 'module' })}\n`)
  await recordPackages(name, outDir)
}
