import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTestServer } from '@knockwire/db/testing/test-server'
import type { LogLevel, MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { type Area, globsOf } from './areas.ts'
import { isInPart, type Part } from './part.ts'

const plugin = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** What no test of these packages reads: Stryker copies the repository, and these are most of it. */
const notCopied = ['dist', '/docs', '/.changeset', '/apps/site', '/apps/web', '/packages/e2e']

/** Beside what the tests take without a mutant. What waits for nothing at all is ended by the tests' own limits before. */
const timeoutMs = 20_000

/** Stryker's names of levels are an enum that exists for the compiler only. */
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment
const level = (name: `${LogLevel}`) => name as LogLevel

const withServer = async <Result>(isNeeded: boolean, run: () => Promise<Result>): Promise<Result> => {
  if (!isNeeded) return await run()
  const server = await startTestServer()
  process.env['KNOCKWIRE_TEST_SERVER_URL'] = server.url
  try {
    return await run()
  } finally {
    await server.stop()
  }
}

/** Mutates the files in a copy of the repository in the temporary directory. One process: a measurement of its own load is none. */
export const runStryker = async (area: Area, files: readonly string[], part: Part): Promise<MutantResult[]> => {
  process.env['MUTATED_PACKAGE'] = area.directory
  process.env['MUTATED_TESTS'] = JSON.stringify(area.tests)
  process.env['MUTATED_PART'] = `${part.number}/${part.of}`
  process.env['MUTATED_WITHOUT'] = JSON.stringify(area.leftOut ?? [])
  const options: PartialStrykerOptions = {
    mutate: globsOf(area, files),
    plugins: ['stryker-runner.ts', 'ignore-messages.ts', 'print-unnoticed.ts'].map(plugin),
    testRunner: 'vitest-worker',
    ignorers: ['messages'],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: timeoutMs,
    dryRunTimeoutMinutes: 30,
    reporters: ['progress-append-only', 'unnoticed'],
    // The types are erased, not checked: a mutant that only the compiler would notice is not worth a compiler's run each.
    disableTypeChecks: false,
    tempDirName: join(tmpdir(), 'knockwire-mutation'),
    cleanTempDir: 'always',
    ignorePatterns: notCopied,
    incrementalFile: join('node_modules', '.cache', 'stryker-incremental.json'),
    allowConsoleColors: false,
    warnings: false,
    logLevel: level('warn'),
    fileLogLevel: level('off'),
  }
  const results = await withServer(area.needsDatabase, () => new Stryker(options).runMutationTest())
  return results.filter((result) => isInPart(part, result))
}
