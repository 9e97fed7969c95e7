import { receiverCounters } from '@knockwire/db/schema/receivers'
import { schedules } from '@knockwire/db/schema/tasks'
import { AppError } from '@knockwire/domain/errors'
import { inArray } from 'drizzle-orm'
import type { ApiContext } from '../../../context.ts'

/** Whose history somebody waits for. */
export interface Followee {
  kind: 'receiver' | 'task'
  id: string
}

/** `changed`: there may be something new, or the owner is no more. `left`: the caller. */
export type Woken = 'changed' | 'timeout' | 'stopping' | 'left'

export interface FollowersOptions {
  /** How often it is looked whether there is something new: the delay that somebody who waits notices is half of it on average. */
  pollMs: number
  /** Callers of one account that may follow at once, in this process. */
  mostOfAccount: number
  /** Callers of all accounts. */
  most: number
}

const followersLimits: FollowersOptions = { pollMs: 250, mostOfAccount: 20, most: 1000 }

interface Waiting {
  followee: Followee
  /** The greatest number that the caller knows of. */
  seq: number
  wake: (why: Woken) => void
}

/**
 * Callers who wait for what comes next in a history. Nothing is notified by the ones who record, whose commits would wait for each
 * other; instead each process looks at the rows that number the histories, with one statement for all of its waiting callers, and
 * with none while nobody waits.
 */
export class Followers {
  readonly #context: Pick<ApiContext, 'db' | 'log'>
  readonly #options: FollowersOptions
  readonly #waiting = new Set<Waiting>()
  readonly #seatsOf = new Map<string, number>()
  #seats = 0
  #isPolling = false
  #timer: NodeJS.Timeout | undefined
  #isStopping = false

  constructor(context: Pick<ApiContext, 'db' | 'log'>, options = followersLimits) {
    this.#context = context
    this.#options = options
  }

  get isStopping() {
    return this.#isStopping
  }

  /** Callers who follow now: those who wait for something, and those who are being sent something. */
  get counts() {
    return { waiting: this.#waiting.size, reading: this.#seats - this.#waiting.size }
  }

  /** Takes a place for a caller who may wait; what it returns leaves it again. Rejects where there are too many. */
  enter(accountId: string): () => void {
    const own = this.#seatsOf.get(accountId) ?? 0
    if (own >= this.#options.mostOfAccount)
      throw new AppError('RATE_LIMITED', 'Too many calls and streams of your account are waiting. End one of them.', {
        retryAfterSeconds: 5,
      })
    if (this.#seats >= this.#options.most)
      throw new AppError('UNAVAILABLE', 'Too many calls are waiting on this server. Try again in a moment.', {
        retryAfterSeconds: 5,
      })
    this.#seatsOf.set(accountId, own + 1)
    this.#seats += 1
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.#seats -= 1
      const left = (this.#seatsOf.get(accountId) ?? 1) - 1
      if (left === 0) this.#seatsOf.delete(accountId)
      else this.#seatsOf.set(accountId, left)
    }
  }

  /** Until the history has another number than `seq`, at most so many milliseconds. */
  async wait(followee: Followee, seq: number, ms: number, signal: AbortSignal): Promise<Woken> {
    if (this.#isStopping) return 'stopping'
    if (signal.aborted) return 'left'
    const { promise, resolve } = Promise.withResolvers<Woken>()
    const one: Waiting = { followee, seq, wake: resolve }
    const onLeft = () => resolve('left')
    const timer = setTimeout(() => resolve('timeout'), ms)
    signal.addEventListener('abort', onLeft, { once: true })
    this.#waiting.add(one)
    this.#schedule()
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onLeft)
      this.#waiting.delete(one)
    }
  }

  /** Wakes everybody, so that they are answered at once, and lets nobody wait any more. */
  stop() {
    this.#isStopping = true
    clearTimeout(this.#timer)
    for (const { wake } of this.#waiting) wake('stopping')
  }

  #schedule() {
    if (this.#isPolling || this.#isStopping || this.#waiting.size === 0) return
    this.#isPolling = true
    this.#timer = setTimeout(() => void this.#poll(), this.#options.pollMs)
  }

  async #poll() {
    try {
      const looked = [...this.#waiting]
      const seqs = await this.#readSeqs(looked)
      for (const { followee, seq, wake } of looked) if (seqs.get(keyOf(followee)) !== seq) wake('changed')
    } catch (error) {
      // The callers go on waiting; once their time is over, they are answered what they read then.
      this.#context.log.warn({ err: error }, 'histories that are followed cannot be looked at')
    }
    this.#isPolling = false
    this.#schedule()
  }

  async #readSeqs(waiting: readonly Waiting[]): Promise<ReadonlyMap<string, number>> {
    const { db } = this.#context
    const idsOf = (kind: Followee['kind']) => [
      ...new Set(waiting.filter(({ followee }) => followee.kind === kind).map(({ followee }) => followee.id)),
    ]
    const [receiverIds, taskIds] = [idsOf('receiver'), idsOf('task')]
    const ofReceivers =
      receiverIds.length === 0
        ? []
        : await db
            .select({ id: receiverCounters.receiverId, seq: receiverCounters.lastSeq })
            .from(receiverCounters)
            .where(inArray(receiverCounters.receiverId, receiverIds))
    const ofTasks =
      taskIds.length === 0
        ? []
        : await db
            .select({ id: schedules.taskId, seq: schedules.lastSeq })
            .from(schedules)
            .where(inArray(schedules.taskId, taskIds))
    return new Map([...ofReceivers, ...ofTasks].map(({ id, seq }) => [id, seq]))
  }
}

/** Ids are unique among all kinds. */
const keyOf = ({ id }: Followee) => id
