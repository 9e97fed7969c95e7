import { BroadcastChannel } from 'node:worker_threads'

/** What is said between Stryker's test runner and the worker of Vitest, which run in two threads of one process. */
const channelName = 'knockwire-mutation'

/** How long the tests of a file may take with a mutant, by their ids, and its hooks together. */
export interface Limits {
  testMs: Readonly<Record<string, number>>
  otherTestMs: number
  hookMs: number
}

const limitPrefix = 'It took more than '
export const limitMessage = (ms: number): string => `${limitPrefix}${Math.round(ms)} ms`
export const isLimitMessage = (text: string): boolean => text.startsWith(limitPrefix)

/** One test file is to be run. */
export interface FileRun {
  file: string
  /** The ids of the tests to run; all of the file where there is none. */
  tests?: readonly string[]
  limits?: Limits
  mutant?: { id: string; file: string; hitLimit?: number; isActiveOnLoad: boolean }
}

/** A run, or null where there will be no more. */
export type Request = { run: FileRun | null }

export interface TestOutcome {
  id: string
  name: string
  ms: number
  /** Null where the test passed. */
  failure: string | null
}

export interface FileOutcome {
  file: string
  tests: TestOutcome[]
  /** Of the whole file: its imports and hooks too. */
  ms: number
  /** Why the file could not be run, where it could not. */
  failure: string | null
  hitCount: number
  coverage: Coverage | undefined
  /** The source files that the test file loads, directly or not. */
  loads: string[]
}

/** How often each mutant was executed. */
type Hits = Record<string, number>

export interface Coverage {
  static: Hits
  perTest: Record<string, Hits>
}

/** Null: the worker is ready for its first run. */
export type Answer = { outcome: FileOutcome | null }

/** One of the two ends. Each message is an answer to one of the other end, so there is never more than one to wait for. */
export const openChannel = <Received extends Request | Answer>() => {
  const channel = new BroadcastChannel(channelName)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It has none, other than a window's.
    send: (message: Request | Answer) => channel.postMessage(message),
    next: (): Promise<Received> =>
      new Promise((resolve) => {
        channel.addEventListener('message', (event) => resolve((event as unknown as { data: Received }).data), {
          once: true,
        })
      }),
    close: () => channel.close(),
  }
}
