import { processorTimeMs } from '@knockwire/domain/testing/processor-time'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { parsePatched } from './merge-patch.ts'

it('a merge patch takes time linear in its nulls, though the schema rejects each of them', () => {
  // The same number of nulls, in few long patches and in many short ones.
  const timeOf = (nulls: number, rounds: number) => {
    const patch = Object.fromEntries(Array.from({ length: nulls }, (_, index) => [`name${index}`, null]))
    const before = processorTimeMs()
    for (let round = 0; round < rounds; round += 1) parsePatched(z.strictObject({}), {}, patch)
    return processorTimeMs() - before
  }
  timeOf(1000, 16)
  expect(timeOf(16_000, 4)).toBeLessThan(8 * timeOf(1000, 64))
})
