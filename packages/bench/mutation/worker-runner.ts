import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner, vi } from 'vitest'
import {
  type Answer,
  type Coverage,
  type FileRun,
  limitMessage,
  openChannel,
  type Request,
  type TestOutcome,
} from './messages.ts'

/** What Stryker's instrumented code reads and writes. */
interface StrykerNamespace {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: Coverage
}

interface ModuleNode {
  file: string
  imports: Set<string>
  promise: unknown
  exports: unknown
  evaluated: boolean
}

/** As much of Vitest's state of a worker as is used here. */
interface WorkerState {
  ctx: { files: { filepath: string }[] }
  evaluatedModules: { getModuleById(id: string): ModuleNode | undefined; idToModuleMap: Map<string, ModuleNode> }
}

declare const __vitest_worker__: WorkerState

/** Tests replace these by their own. */
const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout } = globalThis

/** What the names of tests that are left out have in them. */
const leftOut = JSON.parse(process.env['MUTATED_WITHOUT'] ?? '[]') as string[]

const namespace = () => ((globalThis as { __stryker__?: StrykerNamespace }).__stryker__ ??= {})

const idOf = (test: RunnerTestCase) => `${test.file.filepath}#${test.fullTestName}`

const failureOf = (task: RunnerTask) => task.result?.errors?.[0]?.message ?? 'failed'

const filesLoadedBy = (testFile: string): string[] => {
  const files = new Set<string>()
  const waiting = [testFile]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = __vitest_worker__.evaluatedModules.getModuleById(id)
    if (node === undefined || files.has(node.file)) continue
    files.add(node.file)
    waiting.push(...node.imports)
  }
  return [...files]
}

/** A file, and all that load it, directly or not. */
const withItsImporters = (file: string): Set<string> => {
  const { idToModuleMap } = __vitest_worker__.evaluatedModules
  const importers = new Map<string, string[]>()
  for (const [id, { imports }] of idToModuleMap)
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), id])
  const ids = new Set<string>()
  const waiting = [...idToModuleMap].filter(([, node]) => node.file === file).map(([id]) => id)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (ids.has(id)) continue
    ids.add(id)
    waiting.push(...(importers.get(id) ?? []))
  }
  return ids
}

/** They are loaded again when they are imported next. Their transformed code stays known. */
const unload = (ids: Iterable<string>) => {
  for (const id of ids) {
    const node = __vitest_worker__.evaluatedModules.getModuleById(id)
    if (node) Object.assign(node, { promise: undefined, exports: undefined, evaluated: false })
  }
}

/**
 * Runs test files for as long as it is asked to, all in one worker of Vitest. To start one for each mutant takes seconds.
 * What was mutated, and whatever loads it, is loaded again before the next run: nothing that a mutant left in a constant or
 * a cache is seen by another one.
 */
export default class MutationWorkerRunner extends TestRunner {
  readonly #channel = openChannel<Request>()
  readonly #pollTimeout = this.config.expect.poll?.timeout ?? Infinity
  /** Null for the first file, which Vitest has to be started with: nothing of it is run. */
  #run: FileRun | null = null
  #outcomes: TestOutcome[] = []
  /** One test that fails is enough. */
  #isSkipping = true
  #startedAt = 0
  /** The modules that may hold something of the last run's mutant. */
  #touched: ReadonlySet<string> = new Set()

  /** The run of this file begins: what is imported from here on is loaded again. */
  onBeforeCollect(): void {
    this.#startedAt = performance.now()
    const stryker = namespace()
    const mutant = this.#run?.mutant
    // Instrumented code keeps the object that it counts its executions in.
    if (!mutant) vi.resetModules()
    unload(this.#touched)
    this.#touched = mutant ? withItsImporters(mutant.file) : new Set()
    unload(this.#touched)
    stryker.activeMutant = mutant?.isActiveOnLoad === true ? mutant.id : undefined
    stryker.currentTestId = undefined
    stryker.hitCount = mutant ? 0 : undefined
    stryker.hitLimit = mutant?.hitLimit
    stryker.mutantCoverage = { static: {}, perTest: {} }
    this.#outcomes = []
    this.#isSkipping = this.#run === null
    // Without a mutant nothing waits for ever, and instrumented code on a busy machine may take any time.
    this.config.testTimeout = 0
    this.config.hookTimeout = this.#run?.limits?.hookMs ?? 0
  }

  onBeforeRunFiles(): void {
    namespace().activeMutant = this.#run?.mutant?.id
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test)
    const isLeftOut = leftOut.some((part) => test.fullName.includes(part))
    if (isLeftOut || this.#isSkipping || this.#run?.tests?.includes(idOf(test)) === false) test.mode = 'skip'
    namespace().currentTestId = this.#run?.mutant ? undefined : idOf(test)
    const { poll } = this.config.expect
    if (poll) poll.timeout = Math.min(this.#pollTimeout, this.#limitOf(test))
  }

  /** Not by the time-out of the configuration, which is read before it is known which tests a file has. */
  #limitOf(test: RunnerTestCase): number {
    const { limits } = this.#run ?? {}
    return limits === undefined ? Infinity : (limits.testMs[idOf(test)] ?? limits.otherTestMs)
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    const limitMs = this.#limitOf(test)
    if (limitMs === Infinity) return await run()
    const limit = Promise.withResolvers<never>()
    const timer = setRealTimeout(() => limit.reject(new Error(limitMessage(limitMs))), limitMs)
    await Promise.race([run(), limit.promise]).finally(() => clearRealTimeout(timer))
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test)
    namespace().currentTestId = undefined
    const state = test.result?.state
    if (state !== 'pass' && state !== 'fail') return
    const failure = state === 'fail' ? failureOf(test) : null
    this.#outcomes.push({ id: idOf(test), name: test.fullTestName, ms: test.result?.duration ?? 0, failure })
    if (failure !== null && this.#run?.mutant) this.#isSkipping = true
  }

  override async onAfterRunFiles(files: RunnerTestFile[]): Promise<void> {
    super.onAfterRunFiles(files)
    const stryker = namespace()
    const [file] = files
    const answer: Answer = {
      outcome: this.#run && {
        file: this.#run.file,
        tests: this.#outcomes,
        ms: performance.now() - this.#startedAt,
        failure: file?.result?.state === 'fail' ? failureOf(file) : null,
        hitCount: stryker.hitCount ?? 0,
        coverage: stryker.mutantCoverage,
        loads: this.#run.mutant ? [] : filesLoadedBy(this.#run.file),
      },
    }
    stryker.activeMutant = undefined
    stryker.hitLimit = undefined
    const next = this.#channel.next()
    this.#channel.send(answer)
    this.#run = (await next).run
    if (this.#run === null) this.#channel.close()
    // Vitest goes through this list; it takes what was added meanwhile, too.
    else __vitest_worker__.ctx.files.push({ ...__vitest_worker__.ctx.files[0], filepath: this.#run.file })
  }
}
