import { describe, expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

describe('how often a batch is tried', () => {
  /** A batch of so many items, whose writes fail like this until the database is back. */
  const failing = (items: number, error: unknown) => {
    const state = { isBack: false }
    const writes: { at: number; size: number }[] = []
    const errors: Error[] = []
    const batcher = createBatcher<number>({
      write: (batch) => {
        writes.push({ at: performance.now(), size: batch.length })
        return state.isBack ? Promise.resolve() : Promise.reject(error)
      },
      onRejected: () => {},
      onError: (reported) => void errors.push(reported),
      maxItems: 100,
    })
    for (let item = 0; item < items; item += 1) batcher.add(item)
    return { batcher, state, writes, errors, sizes: () => writes.map(({ size }) => size) }
  }

  it('during an outage of the database a batch is tried whole until it is back, less and less often', async () => {
    const { batcher, state, writes, sizes } = failing(2, new Error('Connection terminated unexpectedly'))
    await expect.poll(() => writes.length).toBe(4)
    state.isBack = true
    await batcher.idle()
    expect(sizes()).toEqual([2, 2, 2, 2, 2])
    const waits = writes.slice(1, 4).map(({ at }, index) => at - (writes[index]?.at ?? 0))
    // A timer may be a millisecond early.
    for (const [index, ms] of [49, 99, 199].entries()) expect(waits[index]).toBeGreaterThanOrEqual(ms)
  })

  it('after an unexpected error a batch is tried three times, and then once in each half', async () => {
    const { batcher, sizes } = failing(3, new TypeError('not a function'))
    await batcher.idle()
    expect(sizes()).toEqual([3, 3, 3, 2, 1, 1, 1])
  })

  it('a batch that the database rejects is tried once, and then once in each half', async () => {
    const { batcher, sizes } = failing(3, Object.assign(new Error('bad text'), { code: '22P05' }))
    await batcher.idle()
    expect(sizes()).toEqual([3, 2, 1, 1, 1])
  })

  it('what a write throws that is no error is reported as one', async () => {
    const { batcher, errors } = failing(1, 'no error')
    await batcher.idle()
    expect(new Set(errors.map(({ message }) => message))).toEqual(new Set(['no error']))
  })
})
