import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { PromotedBytes } from '../testing/measures/promoted-bytes.worker.ts'

/*
 * What V8 moves to the old generation is found to be of no use only by a collection of that, which costs more than all
 * collections of the young one.
 */
describe('what is of no use any more', () => {
  it('is not moved to the old generation: a query’s values and rows, a call’s request and response', async () => {
    const database = await createTestDatabase()
    onTestFinished(database.close)
    const url = new URL('../testing/measures/promoted-bytes.worker.ts', import.meta.url)
    const worker = new Worker(url, { workerData: { databaseUrl: database.url }, execArgv: [] })
    const [promoted] = (await once(worker, 'message')) as [PromotedBytes]
    await once(worker, 'exit')
    expect(promoted.perQueryByte).toBeLessThan(0.25)
    expect(promoted.perCallByte).toBeLessThan(0.25)
  })
})
