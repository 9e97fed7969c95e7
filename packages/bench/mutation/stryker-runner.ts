import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  determineHitLimitReached,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import type * as VitestNode from 'vitest/node'
import {
  type Answer,
  type Coverage,
  type FileOutcome,
  type FileRun,
  openChannel,
  type Request,
  type TestOutcome,
} from './messages.ts'

const resultOf = ({ id, name, ms, failure }: TestOutcome): TestResult => {
  const test = { id, name, timeSpentMs: ms, fileName: id.slice(0, id.indexOf('#')) }
  return failure === null
    ? { ...test, status: TestStatus.Success }
    : { ...test, status: TestStatus.Failed, failureMessage: failure }
}

const addHits = (to: Record<string, number>, from: Record<string, number>) => {
  for (const [mutant, hits] of Object.entries(from)) to[mutant] = (to[mutant] ?? 0) + hits
}

const coverageOf = (outcomes: readonly FileOutcome[]): Coverage => {
  const all: Coverage = { static: {}, perTest: {} }
  for (const { coverage } of outcomes) {
    if (!coverage) continue
    addHits(all.static, coverage.static)
    for (const [test, hits] of Object.entries(coverage.perTest)) addHits((all.perTest[test] ??= {}), hits)
  }
  return all
}

/** The tests beside a file are the likeliest to notice what becomes of it. */
const sharedFolders = (a: string, b: string): number => {
  const others = b.split('/')
  return a.split('/').findIndex((folder, depth) => folder !== others[depth])
}

/** Which test files load a source file, kept for the process that follows one that was ended. */
type Loaders = Record<string, string[]>
const loadersFile = 'mutation-loaders.json'

/** Stryker ends a loop at a hundred times the executions without a mutant. Of a million that takes minutes, and ten times say as much. */
const hitLimitDivisor = 10

/** Stryker runs this in the sandbox, in a process of its own, which it ends where a mutant takes too long. */
class VitestWorker implements TestRunner {
  #vitest: VitestNode.Vitest | undefined
  #isStarted = false
  #loaders: Loaders | undefined
  readonly #channel = openChannel<Answer>()

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init(): Promise<void> {
    process.env['NODE_ENV'] = 'test'
    process.env['VITEST'] = '1'
    const vitestOfSandbox = createRequire(join(process.cwd(), 'package.json')).resolve('vitest/node')
    const { createVitest }: typeof VitestNode = await import(pathToFileURL(vitestOfSandbox).href)
    this.#vitest = await createVitest('test', {
      config: 'packages/bench/mutation/vitest.config.ts',
      watch: false,
      reporters: [{}],
      onConsoleLog: () => false,
    })
  }

  async #testFiles(): Promise<string[]> {
    const specifications = (await this.#vitest?.globTestSpecifications()) ?? []
    const prefix = process.env['MUTATED_TESTS'] ?? ''
    return specifications
      .map(({ moduleId }) => moduleId)
      .filter((file) => file.includes(prefix) && !file.includes('/fuzz/'))
  }

  async #run(run: FileRun): Promise<FileOutcome> {
    if (!this.#isStarted) {
      const ready = this.#channel.next()
      void this.#vitest?.start([run.file])
      await ready
      this.#isStarted = true
    }
    const answer = this.#channel.next()
    this.#channel.send({ run } satisfies Request)
    const { outcome } = await answer
    if (outcome === null) throw new Error('The worker answered for no file')
    return outcome
  }

  /** What no test waited for failed. */
  #strayErrors(): string[] {
    const errors = this.#vitest?.state.errorsSet
    const texts = [...(errors ?? [])].map(String)
    errors?.clear()
    return texts
  }

  async dryRun(): Promise<DryRunResult> {
    const outcomes: FileOutcome[] = []
    for (const file of await this.#testFiles()) outcomes.push(await this.#run({ file }))
    const errors = [
      ...outcomes.flatMap(({ file, failure, tests }) =>
        failure !== null && tests.length === 0 ? [`${file}: ${failure}`] : [],
      ),
      ...this.#strayErrors(),
    ]
    if (errors.length > 0) return { status: DryRunStatus.Error, errorMessage: errors.join('\n') }
    const loaders: Loaders = {}
    for (const { file, loads } of outcomes) for (const source of loads) (loaders[source] ??= []).push(file)
    this.#loaders = loaders
    await writeFile(loadersFile, JSON.stringify(loaders))
    const tests = outcomes.flatMap((outcome) => outcome.tests.map(resultOf))
    return { status: DryRunStatus.Complete, tests, mutantCoverage: coverageOf(outcomes) }
  }

  async #filesFor({ testFilter, sandboxFileName }: MutantRunOptions): Promise<FileRun[]> {
    if (testFilter) {
      const files = Map.groupBy(testFilter, (id) => id.slice(0, id.indexOf('#')))
      return [...files].map(([file, tests]) => ({ file, tests }))
    }
    this.#loaders ??= JSON.parse(await readFile(loadersFile, 'utf8')) as Loaders
    const files = this.#loaders[sandboxFileName] ?? (await this.#testFiles())
    return files
      .toSorted((a, b) => sharedFolders(b, sandboxFileName) - sharedFolders(a, sandboxFileName))
      .map((file) => ({ file }))
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, sandboxFileName, mutantActivation } = options
    const hitLimit = options.hitLimit === undefined ? undefined : Math.ceil(options.hitLimit / hitLimitDivisor)
    const isActiveOnLoad = mutantActivation === 'static'
    const mutant = {
      id: activeMutant.id,
      file: sandboxFileName,
      isActiveOnLoad,
      ...(hitLimit === undefined ? {} : { hitLimit }),
    }
    const tests: TestResult[] = []
    for (const run of await this.#filesFor(options)) {
      const outcome = await this.#run({ ...run, mutant })
      const limitReached = determineHitLimitReached(outcome.hitCount, hitLimit)
      if (limitReached) return toMutantRunResult(limitReached)
      tests.push(...outcome.tests.map(resultOf))
      const [stray] = [...(outcome.failure === null ? [] : [outcome.failure]), ...this.#strayErrors()]
      const hasFailed = tests.some(({ status }) => status === TestStatus.Failed)
      // A file that does not load, or an error that no test waits for, fails a run of tests, too.
      if (!hasFailed && stray !== undefined)
        tests.push(resultOf({ id: `${run.file}#`, name: run.file, ms: 0, failure: stray }))
      if (hasFailed || stray !== undefined) break
    }
    return toMutantRunResult({ status: DryRunStatus.Complete, tests })
  }

  async dispose(): Promise<void> {
    if (this.#isStarted) this.#channel.send({ run: null } satisfies Request)
    this.#channel.close()
    await this.#vitest?.close()
  }
}

/** A Stryker plugin. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'vitest-worker', injectableClass: VitestWorker }]
