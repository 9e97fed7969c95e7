import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestIngress, type TestIngress } from '../testing/test-ingress.ts'

let ingress: TestIngress
beforeAll(async () => {
  ingress = await createTestIngress()
})
afterAll(() => ingress.close())

it('counters that are locked keep their own receiver’s requests waiting, and those of other receivers only briefly', async () => {
  const [locked, free] = [await ingress.insertReceiver(), await ingress.insertReceiver()]
  const holder = await ingress.test.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from receiver_counters where receiver_id = $1 for update', [locked.id])
    const post = (receiver: typeof locked) => fetch(ingress.urlOf(receiver), { method: 'POST', body: 'x' })
    const answers = await Promise.all([locked, free, locked, free, free].map(post))
    expect(answers.map(({ status }) => status)).toEqual([503, 200, 503, 200, 200])
    await holder.query('commit')
    expect((await post(locked)).status).toBe(200)
    expect((await ingress.recorded(locked)).length).toBe(1)
    expect((await ingress.recorded(free)).length).toBe(3)
  } finally {
    holder.release(true)
  }
})
