import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { MutantResult } from '@stryker-mutator/api/core'
import { publish } from '../publish.ts'
import { ofMutation } from '../report.ts'
import { areas } from './areas.ts'
import { isWhole, marginOf, readPart } from './part.ts'
import { runStryker } from './run-stryker.ts'
import { countMutants, isCompilersToFind, summaryOf } from './summary.ts'

const usage = `pnpm mutate ${Object.keys(areas).join('|')} [--files GLOB]... [--part 1/6] [--publish]
Changes the code of an area, one small thing at a time, and runs the tests that execute it: a change that no test notices
is printed, with file and line. --files is for a part of it ('src/schedules/**/*.ts', from the package's directory);
--part for one of several equal ones, each as good as drawn at random, which together are the whole. --publish writes the score
of an area, or of such a part, into the documentation's table. Results lie in node_modules/.cache/mutation.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', multiple: true },
    part: { type: 'string', default: '1/1' },
    publish: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
const [name = ''] = positionals
const area = areas[name]
const files = values.files ?? []
const part = readPart(values.part)
const root = process.cwd()
const cache = join(root, 'node_modules', '.cache', 'mutation')

const readSources = async (results: readonly MutantResult[]): Promise<Map<string, string>> => {
  const names = new Set(results.map(({ fileName }) => fileName))
  return new Map(await Promise.all([...names].map(async (file) => [file, await readFile(file, 'utf8')] as const)))
}

if (values.help === true || area === undefined || part === null || (values.publish === true && files.length > 0)) {
  console.log(usage)
  process.exitCode = values.help === true ? 0 : 2
} else {
  const startedAt = performance.now()
  const all = await runStryker(area, files, part)
  const seconds = (performance.now() - startedAt) / 1000
  await mkdir(cache, { recursive: true })
  await writeFile(join(cache, `${name}.json`), JSON.stringify(all))
  const sources = await readSources(all)
  const sourceOf = ({ fileName }: MutantResult) => sources.get(fileName) ?? ''
  const results = all.filter((result) => !isCompilersToFind(sourceOf(result), result))
  const counts = countMutants(results)
  const margin = marginOf(counts.score, counts.mutants, part)
  const measured = isWhole(part)
    ? name
    : `part ${values.part} of ${name}, within ${margin.toFixed(1)} points of the whole`
  console.log(`\n${measured}: ${summaryOf(counts)}, in ${Math.round(seconds)} seconds.`)
  if (values.publish === true)
    await publish([
      {
        name: `mutation-${name}`,
        command: `pnpm mutate ${name}${isWhole(part) ? '' : ` --part ${values.part}`}`,
        title: `Mutations of ${name} that its tests notice${isWhole(part) ? '' : `, one in ${part.of} drawn at random`}`,
        figures: ofMutation(counts, margin, seconds),
      },
    ])
  // What a mutant left running keeps nothing from ending.
  process.exit()
}
