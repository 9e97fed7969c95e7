import { startGroupMs } from '../pacing.ts'

/** Items that wait for their time to come near. They are handed on in groups, each up to `startGroupMs` before its time. */
export class Upcoming<T> {
  readonly #onNear: (items: readonly T[]) => void
  /** By the time at which they are handed on, in milliseconds of the monotonic clock. */
  readonly #groups = new Map<number, { items: T[]; timer: NodeJS.Timeout }>()

  constructor(onNear: (items: readonly T[]) => void) {
    this.#onNear = onNear
  }

  /** @param waitMs - by when, from now on, the item has to be handed on. */
  add(item: T, waitMs: number) {
    const now = performance.now()
    const at = Math.floor((now + waitMs) / startGroupMs) * startGroupMs
    const group = this.#groups.get(at)
    if (group) return void group.items.push(item)
    const timer = setTimeout(() => this.#handOn(at), Math.max(0, at - now))
    this.#groups.set(at, { items: [item], timer })
  }

  /** Forgets everything. */
  clear() {
    for (const { timer } of this.#groups.values()) clearTimeout(timer)
    this.#groups.clear()
  }

  #handOn(at: number) {
    const group = this.#groups.get(at)
    this.#groups.delete(at)
    if (group) this.#onNear(group.items)
  }
}
