import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RateSourceFile } from '@knockwire/domain/rates/source-file'
import { startTarget, type Target } from './target.ts'

const folder = fileURLToPath(new URL('../../rate-sources/', import.meta.url))

/** The shipped source files and the fixture that is written after each one's documented format. */
const served = {
  'apor-fixed': 'apor-fixed.txt',
  'apor-adjustable': 'apor-adjustable.txt',
  'freddie-mac-pmms': 'freddie-mac-pmms.csv',
  'examples/json-lender': 'json-lender.json',
  'examples/html-lender': 'html-lender.html',
} as const
export type ServedSource = keyof typeof served

/** When the fixtures were written for: their newest rows are current then. */
export const fixtureNowMs = Date.UTC(2026, 10, 20, 18, 30)

export interface RatePeers {
  target: Target
  /** Copies of the shipped files that differ in the address alone. */
  files: string[]
  fileOf: (source: ServedSource) => string
  /** Serves the source's fixture, as it is or changed. */
  serve: (source: ServedSource, change?: (body: string) => string) => Promise<void>
  /** Serves the source in a way of the test's own. */
  on: (source: ServedSource, answer: Parameters<Target['on']>[1]) => void
  close: () => Promise<void>
}

const pathOf = (source: ServedSource) => `/${served[source]}`

const fixtureOf = (source: ServedSource): Promise<string> =>
  readFile(join(folder, 'written-fixtures', served[source]), 'utf8')

/** Local servers that answer as the sources' operators document it, and source files that name them. */
export const startRatePeers = async (sources: readonly ServedSource[]): Promise<RatePeers> => {
  const target = await startTarget()
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-rates-'))
  const fileOf = (source: ServedSource) => join(directory, `${source}.json`)
  await mkdir(join(directory, 'examples'))
  const serve: RatePeers['serve'] = async (source, change = (body) => body) => {
    const body = change(await fixtureOf(source))
    target.on(pathOf(source), ({ response }) => void response.end(body))
  }
  for (const source of sources) {
    const shipped: RateSourceFile = JSON.parse(await readFile(join(folder, `${source}.json`), 'utf8'))
    await writeFile(fileOf(source), JSON.stringify({ ...shipped, url: `${target.origin}${pathOf(source)}` }))
    await serve(source)
  }
  return {
    target,
    files: sources.map(fileOf),
    fileOf,
    serve,
    on: (source, answer) => target.on(pathOf(source), answer),
    close: async () => {
      await target.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
