import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { expect, it } from 'vitest'
import { deliveriesOf } from '../testing/rows/seed.ts'
import { json, openWatchedTasks } from '../testing/watched-tasks.ts'

const { db, makeTask, executor } = await openWatchedTasks()

const notifications = 20
const conditionsEach = 10

const threadCpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The longest that this thread computed between two turns of its event loop, in milliseconds of its own processor time. */
const longestHoldUpOf = async (work: () => Promise<unknown>): Promise<number> => {
  let last = threadCpuMs()
  let longest = 0
  const look = () => {
    const now = threadCpuMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 5)
  await work()
  clearInterval(timer)
  look()
  return longest
}

/** What it takes this thread, as busy as the machine is just now, to read a text as JSON so many times, in the same measure. */
const readingMs = (body: string, times: number): number => {
  const startedAt = threadCpuMs()
  for (let n = 0; n < times; n += 1) JSON.parse(body)
  return threadCpuMs() - startedAt
}

const whole: Omit<SimpleCondition, 'comparison'> = { source: 'response_body_json', property: '$', rightValue: null }
const text = { ...whole, source: 'response_body_text', property: '' } as const
const all = (andOperands: SimpleCondition[]) => ({ advancedCondition: { orOperands: [{ andOperands }] } })

it.each([
  ['a document', all(Array.from({ length: conditionsEach }, () => ({ ...whole, comparison: 'has_changed' })))],
  ['a text', all(Array.from({ length: conditionsEach }, () => ({ ...text, comparison: 'has_changed' })))],
])('a task whose twenty notifications watch the whole of %s holds nobody up', async (_, watched) => {
  const task = await makeTask()
  const ids = await Promise.all(Array.from({ length: notifications }, () => task.watch(watched)))
  const answer = (version: number) => {
    const items = Array.from({ length: 4000 }, (_item, at) => ({ at, version, text: 'x'.repeat(70) }))
    task.answer(json({ items }))
    return JSON.stringify({ items })
  }
  answer(1)
  await task.run()
  await task.run()
  const body = answer(2)
  const holdUpMs = await longestHoldUpOf(() => task.run())
  const notified = async () => (await Promise.all(ids.map((id) => deliveriesOf(db, id)))).map(({ length }) => length)
  await expect.poll(notified).toEqual(ids.map(() => 1))
  // It is less than a tenth of that; with all of it on the main thread it was three times that for texts, and fifteen for documents.
  expect(holdUpMs).toBeLessThan(readingMs(body, notifications * conditionsEach))
  expect(executor().errors).toEqual([])
})
