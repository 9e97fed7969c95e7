import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  determineHitLimitReached,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import type * as VitestNode from 'vitest/node'
import { chosenPart, testPlaces } from './areas.ts'
import {
  type Answer,
  type Coverage,
  type FileOutcome,
  type FileRun,
  isLimitMessage,
  type Limits,
  openChannel,
  type Request,
  type TestOutcome,
} from './messages.ts'
import { isInPart } from './part.ts'

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

/** What the run without a mutant says of each test file, kept for the process that follows one that was ended. */
interface FileFacts {
  /** The source files that it loads, directly or not. */
  loads: string[]
  /** The file without its tests: imports and hooks. */
  setupMs: number
  /** By the tests' ids. */
  testMs: Record<string, number>
}
const factsFile = 'mutation-facts.json'

const factsOf = ({ loads, ms, tests }: FileOutcome): FileFacts => ({
  loads,
  setupMs: ms - tests.reduce((sum, test) => sum + test.ms, 0),
  testMs: Object.fromEntries(tests.map((test) => [test.id, test.ms])),
})

/**
 * A mutant may make a test or a hook wait for what never comes: it gets several times what it takes without, and something
 * for a busy machine. What takes long anyway gets twice that: a limit that it does not keep without a mutant would notice
 * any of them.
 */
const limitOf = (usualMs: number) => Math.max(usualMs * 2, Math.min(usualMs * 5 + 2_000, 10_000))

const limitsOf = ({ setupMs, testMs }: FileFacts): Limits => ({
  testMs: Object.fromEntries(Object.entries(testMs).map(([id, ms]) => [id, limitOf(ms)])),
  // A mutant that is there as the file loads may have changed the names of its tests.
  otherTestMs: limitOf(Math.max(0, ...Object.values(testMs))),
  hookMs: limitOf(setupMs),
})

const attemptsUnchanged = 3

/** How far a test file is from the source: 0 for its own; the others are alike, or as many folders apart as they are. */
const distanceOf = (source: string, test: string, countsFolders: boolean): number => {
  if (test === source.replace(/\.ts$/, '.test.ts')) return 0
  if (!countsFolders) return 1
  const path = relative(dirname(source), dirname(test))
  return 1 + (path === '' ? 0 : path.split(sep).length)
}

/** Stryker ends a loop at a hundred times the executions without a mutant. Of a million that takes minutes, and ten times say as much. */
const hitLimitDivisor = 10

/** Stryker runs this in the sandbox, in its own process, which it ends where a mutant takes too long. */
class VitestWorker implements TestRunner {
  #vitest: VitestNode.Vitest | undefined
  #isStarted = false
  #facts: Record<string, FileFacts> | undefined
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
    const places = testPlaces().map((place) => join(process.cwd(), place))
    return specifications
      .map(({ moduleId }) => moduleId)
      .filter((file) => places.some((place) => file.startsWith(place)) && !file.includes('/fuzz/'))
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

  /** Instrumented tests take several times as much, and on a busy machine one that waits for something may fail by that. */
  async #runUnchanged(file: string): Promise<{ outcome: FileOutcome; strayErrors: string[] }> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#run({ file })
      const strayErrors = this.#strayErrors()
      const failures = [outcome, ...outcome.tests].filter(({ failure }) => failure !== null)
      if (attempt === attemptsUnchanged || failures.length + strayErrors.length === 0) return { outcome, strayErrors }
    }
  }

  async dryRun(): Promise<DryRunResult> {
    const runs: { outcome: FileOutcome; strayErrors: string[] }[] = []
    for (const file of await this.#testFiles()) runs.push(await this.#runUnchanged(file))
    const outcomes = runs.map(({ outcome }) => outcome)
    const errors = [
      ...outcomes.flatMap(({ file, failure, tests }) =>
        failure !== null && tests.length === 0 ? [`${file}: ${failure}`] : [],
      ),
      ...runs.flatMap(({ strayErrors }) => strayErrors),
    ]
    if (errors.length > 0) return { status: DryRunStatus.Error, errorMessage: errors.join('\n') }
    this.#facts = Object.fromEntries(outcomes.map((outcome) => [outcome.file, factsOf(outcome)]))
    await writeFile(factsFile, JSON.stringify(this.#facts))
    const tests = outcomes.flatMap((outcome) => outcome.tests.map(resultOf))
    return { status: DryRunStatus.Complete, tests, mutantCoverage: coverageOf(outcomes) }
  }

  /**
   * The file's own tests come first, then what is quick: most changes are noticed by the first file that can notice them.
   * A change that is there as the file loads concerns all that load it; those beside it are likelier to notice.
   */
  async #filesFor({ testFilter, sandboxFileName }: MutantRunOptions): Promise<FileRun[]> {
    const facts = (this.#facts ??= JSON.parse(await readFile(factsFile, 'utf8')) as Record<string, FileFacts>)
    const testsByFile = Map.groupBy(testFilter ?? [], (id) => id.slice(0, id.indexOf('#')))
    const runs = Object.entries(facts).flatMap(([file, ofFile]) => {
      const { loads, setupMs, testMs } = ofFile
      const isOfUse = testFilter ? testsByFile.has(file) : loads.includes(sandboxFileName)
      if (!isOfUse) return []
      const chosen = testsByFile.get(file) ?? Object.keys(testMs)
      const costMs = chosen.reduce((sum, id) => sum + (testMs[id] ?? 0), setupMs)
      const limits = limitsOf(ofFile)
      const run: FileRun = testFilter ? { file, tests: chosen, limits } : { file, limits }
      return [{ run, costMs, distance: distanceOf(sandboxFileName, file, testFilter === undefined) }]
    })
    return runs.toSorted((a, b) => a.distance - b.distance || a.costMs - b.costMs).map(({ run }) => run)
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, sandboxFileName, mutantActivation } = options
    if (!isInPart(chosenPart(), activeMutant))
      return { status: MutantRunStatus.Error, errorMessage: 'It is in another part.' }
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
      const late = outcome.tests.find(({ failure }) => failure !== null && isLimitMessage(failure))
      if (late) return { status: MutantRunStatus.Timeout, reason: `${late.name}: ${late.failure}` }
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
