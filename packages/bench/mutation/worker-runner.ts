import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner, vi } from 'vitest'
import { type Answer, type Coverage, type FileRun, openChannel, type Request, type TestOutcome } from './messages.ts'

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
}

/** As much of Vitest's state of a worker as is used here. */
interface WorkerState {
  ctx: { files: { filepath: string }[] }
  evaluatedModules: { getModuleById(id: string): ModuleNode | undefined }
}

declare const __vitest_worker__: WorkerState

/** A mutant may make a test wait for what never comes. */
const mutantTestTimeoutMs = 10_000

/** What the names of tests that are left out have in them. */
const leftOut = process.env['MUTATED_WITHOUT'] ?? ''

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

/**
 * Runs test files for as long as it is asked to, all in one worker of Vitest. To start one for each mutant takes seconds.
 * The modules are loaded anew for each run, so that nothing of one mutant is left for the next one.
 */
export default class MutationWorkerRunner extends TestRunner {
  readonly #channel = openChannel<Request>()
  readonly #limits = { ...this.config, poll: this.config.expect.poll?.timeout }
  /** Null for the first file, which Vitest has to be started with: nothing of it is run. */
  #run: FileRun | null = null
  #outcomes: TestOutcome[] = []
  /** One test that fails is enough. */
  #isSkipping = true

  /** The run of this file begins: what is imported from here on is loaded anew. */
  onBeforeCollect(): void {
    vi.resetModules()
    const stryker = namespace()
    const mutant = this.#run?.mutant
    stryker.activeMutant = mutant?.isActiveOnLoad === true ? mutant.id : undefined
    stryker.currentTestId = undefined
    stryker.hitCount = mutant ? 0 : undefined
    stryker.hitLimit = mutant?.hitLimit
    stryker.mutantCoverage = { static: {}, perTest: {} }
    this.#outcomes = []
    this.#isSkipping = this.#run === null
    const { testTimeout, hookTimeout, poll } = this.#limits
    const limited = (ms: number) => (mutant ? Math.min(ms, mutantTestTimeoutMs) : ms)
    this.config.testTimeout = limited(testTimeout)
    this.config.hookTimeout = limited(hookTimeout)
    if (this.config.expect.poll && poll !== undefined) this.config.expect.poll.timeout = limited(poll)
  }

  onBeforeRunFiles(): void {
    namespace().activeMutant = this.#run?.mutant?.id
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test)
    const isLeftOut = leftOut !== '' && test.fullName.includes(leftOut)
    if (isLeftOut || this.#isSkipping || this.#run?.tests?.includes(idOf(test)) === false) test.mode = 'skip'
    namespace().currentTestId = this.#run?.mutant ? undefined : idOf(test)
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
