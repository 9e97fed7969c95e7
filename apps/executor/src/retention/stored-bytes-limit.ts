import type { DatabaseHandle } from '@knockwire/db/client'
import { type InstanceWithLimits, limitsOf } from '@knockwire/domain/instance/limits'
import { type StoredBytes, storedBytesOf } from '@knockwire/services/usage/stored-bytes'
import { executionHistory, firstId, requestHistory } from './history-kind.ts'
import { findOldest, makeCuts } from './over-bytes.ts'
import { BatchSize, withExclusiveLock } from './sweep.ts'

/** An account that has nothing stored is looked at again after so long; one at its limit at once. */
const longestMs = 60_000
/** Accounts remembered; of one that was forgotten the bytes are summed up again, no more. */
const capacity = 100_000

/**
 * When the stored bytes of an account that records have to be summed up again: the more room it has, the later. A FREE
 * account at all of its limits takes about a minute to fill an empty history, so none goes far over unseen.
 */
class ByteWatch {
  readonly #now: () => number
  readonly #nextAt = new Map<string, number>()

  /** @param now - milliseconds of a steady clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  isDue(accountId: string): boolean {
    return (this.#nextAt.get(accountId) ?? -Infinity) <= this.#now()
  }

  /** @param room - the part of the limit that is free, from 0 to 1. */
  noteRoom(accountId: string, room: number) {
    this.#nextAt.delete(accountId)
    this.#nextAt.set(accountId, this.#now() + Math.max(0, room) * longestMs)
    const [oldest] = this.#nextAt.keys()
    if (this.#nextAt.size > capacity && oldest !== undefined) this.#nextAt.delete(oldest)
  }
}

/** An account over its limit is brought a little below, so that not each of its runs has its oldest looked for. */
const downTo = 0.99
const accountsAtOnce = 200
/** After so long, the rest of one account is left to the next time, so that the others have their turn. */
const enoughMs = 5000

interface StoredBytesTools extends InstanceWithLimits {
  database: DatabaseHandle
  /** Under which requests are deleted. */
  requestsLock: number
  isStopped: () => boolean
}

/** Deletes the oldest executions and requests of accounts that have more bytes stored than their plan allows. */
export class StoredBytesLimit {
  readonly #tools: StoredBytesTools
  readonly #watch = new ByteWatch()
  readonly #noted = new Set<string>()
  readonly #batch = new BatchSize()

  constructor(tools: StoredBytesTools) {
    this.#tools = tools
  }

  /** Something of the account was recorded. */
  note(accountId: string) {
    this.#noted.add(accountId)
  }

  /** Looks at the accounts that were noted and may be over their limit by now; gives how many rows were deleted. */
  async enforce(): Promise<number> {
    const due = [...this.#noted].filter((accountId) => this.#watch.isDue(accountId))
    let deleted = 0
    for (let from = 0; from < due.length && !this.#tools.isStopped(); from += accountsAtOnce) {
      const accountIds = due.slice(from, from + accountsAtOnce)
      for (const accountId of accountIds) this.#noted.delete(accountId)
      deleted += await this.#enforceOn(accountIds).catch((error: unknown) => {
        for (const accountId of accountIds) this.#noted.add(accountId)
        throw error
      })
    }
    return deleted
  }

  /** The same for all accounts, as after a downgrade. */
  async enforceAll(): Promise<number> {
    let deleted = 0
    let accountIds = await this.#accountsAfter(firstId)
    for (let last = accountIds.at(-1); last !== undefined && !this.#tools.isStopped(); last = accountIds.at(-1)) {
      deleted += await this.#enforceOn(accountIds)
      accountIds = await this.#accountsAfter(last)
    }
    return deleted
  }

  async #accountsAfter(id: string): Promise<string[]> {
    const sql = 'select id from accounts where id > $1 order by id limit $2'
    const { rows } = await this.#tools.database.pool.query<{ id: string }>(sql, [id, accountsAtOnce])
    return rows.map((row) => row.id)
  }

  async #enforceOn(accountIds: readonly string[]): Promise<number> {
    let deleted = 0
    for (const found of await storedBytesOf(this.#tools.database.db, accountIds)) deleted += await this.#cut(found)
    return deleted
  }

  async #cut({ accountId, plan, bytes: found }: StoredBytes): Promise<number> {
    const { database, isStopped } = this.#tools
    const limit = limitsOf(plan, this.#tools).storedBytes
    const until = performance.now() + enoughMs
    let [deleted, bytes] = [0, found]
    while (bytes > (deleted === 0 ? limit : limit * downTo) && !isStopped()) {
      const count = await this.#deleteOldest(accountId, Math.ceil(bytes - limit * downTo))
      deleted += count
      if (count === 0 || performance.now() > until) {
        this.#noted.add(accountId)
        break
      }
      bytes = (await storedBytesOf(database.db, [accountId]))[0]?.bytes ?? 0
    }
    this.#watch.noteRoom(accountId, 1 - bytes / limit)
    return deleted
  }

  /** One batch: executions and requests in their own statements, so that neither waits for the other's locks. */
  async #deleteOldest(accountId: string, bytes: number): Promise<number> {
    const { database, requestsLock } = this.#tools
    const startedAt = performance.now()
    const options = { accountId, bytes, batch: this.#batch.size }
    const { tasks, receivers } = await findOldest(database.pool, options)
    const deletedExecutions = await makeCuts(database.pool, executionHistory, tasks)
    const cutRequests = () =>
      withExclusiveLock(database.pool, requestsLock, (client) => makeCuts(client, requestHistory, receivers))
    const deletedRequests = receivers.length > 0 ? await cutRequests() : 0
    const deleted = deletedExecutions + (deletedRequests ?? 0)
    this.#batch.note(deleted, performance.now() - startedAt)
    return deleted
  }
}
