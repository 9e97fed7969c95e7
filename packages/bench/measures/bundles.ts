import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

export interface Bundle {
  page: string
  /** Compressed with gzip. */
  scriptKb: number
  styleKb: number
}

export interface Bundles {
  /** What a page loads before it shows anything. */
  pages: Bundle[]
  /** Everything that there is, loaded or not. */
  allKb: number
}

const directory = fileURLToPath(new URL('../../../apps/web/dist', import.meta.url))

const gzippedKb = async (path: string): Promise<number> =>
  gzipSync(await readFile(`${directory}/${path}`)).length / 1024

const sumOf = async (paths: readonly string[]): Promise<number> => {
  const sizes = await Promise.all(paths.map(gzippedKb))
  return sizes.reduce((sum, kb) => sum + kb, 0)
}

const measurePage = async (page: string): Promise<Bundle> => {
  const html = await readFile(`${directory}/${page}`, 'utf8')
  const linked = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].flatMap(([, path]) => path ?? [])
  const ending = (extension: string) => linked.filter((path) => path.endsWith(extension))
  return { page, scriptKb: await sumOf(ending('.js')), styleKb: await sumOf(ending('.css')) }
}

/** The built dashboard, the pages before it and the public rates page; `pnpm start` builds them. */
export const measureBundles = async (): Promise<Bundles> => {
  const assets = await readdir(`${directory}/assets`).catch((cause: unknown) => {
    throw new Error('There is nothing built to be measured: run `pnpm start` once, or build apps/web.', { cause })
  })
  return {
    pages: await Promise.all(['index.html', 'visitor.html', 'rates.html'].map(measurePage)),
    allKb: await sumOf(assets.filter((name) => /\.(js|css)$/.test(name)).map((name) => `assets/${name}`)),
  }
}
