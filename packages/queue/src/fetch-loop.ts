import type { JobName } from '@knockwire/domain/jobs'
import type { FetchOptions, LeasedJob, Queue } from './queue.ts'
import { createWakeableTimer } from './wakeable-timer.ts'

export interface FetchLimits {
  /** Work items in flight at once; with every account's reserved slots at most twice as many. */
  concurrency: number
  /** Work items that wait here at most, besides those of one more fetch. */
  maxWaiting: number
  /** How many work items a job of this queue usually has. */
  itemsPerJob: number
  /** Jobs that one fetch asks for at least, where there is any room. */
  minFetch: number
  /** How often the queue is polled for jobs that nothing announces: those of dead processes, and retries that became due. */
  pollMs: number
}

/** The work items that are here already. */
export interface Load {
  inFlight: number
  /** Not started, of all leased jobs. */
  waiting: number
  /** Those that wait and are not known yet. */
  unscheduled: number
}

interface FetchLoopOptions<N extends JobName> extends FetchLimits {
  queue: Pick<Queue, 'onJobsSent'> & {
    fetch: (name: N, count: number, options: FetchOptions) => Promise<LeasedJob<N>[]>
  }
  name: N
  load: () => Load
  /** Accounts of which as many jobs are leased as may be in flight: there is no use in fetching more of theirs. */
  fullGroups: () => string[]
  /** True while no work may begin. */
  isPaused?: () => boolean
  onFetched: (jobs: readonly LeasedJob<N>[]) => void
  onError: (error: Error) => void
}

const maxFetch = 20
const fetchRetryMs = 250
/** Items fetched where only reserved slots are free, to find accounts that may use them. */
const roomForOthers = 50

/** Fetches the jobs of one queue while there is room for their work: when jobs are announced, when room comes free, and on a poll. */
export class FetchLoop<N extends JobName> {
  readonly #options: FetchLoopOptions<N>
  readonly #timer = createWakeableTimer()
  #ended: Promise<void> = Promise.resolve()
  #mayHaveMore = false

  constructor(options: FetchLoopOptions<N>) {
    this.#options = options
  }

  start() {
    const { queue, name } = this.#options
    this.#ended = this.#repeat()
    queue.onJobsSent(name, this.#timer.wake)
  }

  wake() {
    this.#timer.wake()
  }

  wakeWithin(seconds: number) {
    this.#timer.wakeWithin(seconds * 1000)
  }

  /** A fetch for less room than a job usually needs is not worth its query. */
  wakeIfRoom() {
    const { itemsPerJob, concurrency } = this.#options
    if (this.#mayHaveMore && this.#room() >= Math.min(itemsPerJob, Math.ceil(concurrency / 4))) this.#timer.wake()
  }

  /** Resolves once the fetch in progress, if any, has ended. */
  async stop(): Promise<void> {
    this.#timer.stop()
    await this.#ended
  }

  async #repeat() {
    const { onError, pollMs } = this.#options
    while (!this.#timer.isStopped()) {
      const failed = await this.#fetch().then(
        () => false,
        (error: Error) => {
          onError(error)
          return true
        },
      )
      await this.#timer.sleep(failed ? fetchRetryMs : pollMs, failed ? fetchRetryMs : 0)
    }
  }

  async #fetch() {
    const { queue, name, itemsPerJob, minFetch, fullGroups, onFetched } = this.#options
    this.#mayHaveMore = true
    const room = this.#room()
    if (room === 0) return
    const count = Math.min(Math.max(Math.ceil(room / itemsPerJob), minFetch), maxFetch)
    const excludedGroups = fullGroups()
    const jobs = await queue.fetch(name, count, { excludedGroups })
    const isFull = jobs.length === count
    this.#mayHaveMore = isFull
    onFetched(jobs)
    this.#mayHaveMore = isFull || excludedGroups.length > 0 || fullGroups().length > 0
    if (isFull && this.#room() > 0) this.#timer.wake()
  }

  /** How many items could start, besides those that are here already. */
  #room(): number {
    const { concurrency, maxWaiting, load, isPaused } = this.#options
    const { inFlight, waiting, unscheduled } = load()
    if (this.#timer.isStopped() || isPaused?.() || waiting >= maxWaiting) return 0
    if (inFlight < concurrency) return Math.max(0, concurrency - inFlight - unscheduled)
    return inFlight < 2 * concurrency ? roomForOthers : 0
  }
}
