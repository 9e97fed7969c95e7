import { receivers } from '@knockwire/db/schema/receivers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestIngress, type TestIngress, type TestReceiver, untilWaiting } from '../testing/test-ingress.ts'

let one: TestIngress
let other: TestIngress
beforeAll(async () => {
  one = await createTestIngress({ lockTimeoutMs: 10_000 })
  other = await createTestIngress({ lockTimeoutMs: 10_000, sharing: one })
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const change = (receiver: TestReceiver, values: Partial<TestReceiver>) =>
  one.test.db.update(receivers).set(values).where(eq(receivers.id, receiver.id))

const ask = async (ingress: TestIngress, receiver: TestReceiver) => {
  const answer = await fetch(ingress.urlOf(receiver))
  return `${answer.status} ${await answer.text()}`
}

/** Sessions that listen for changes. */
const listening = `
  select pid from pg_stat_activity
  where datname = current_database() and application_name = 'knockwire-ingress-changes'`

it('what is saved is what the next request is answered with, in every process', async () => {
  const receiver = await one.insertReceiver({ plan: 'SUPER', responseBody: 'v0' })
  for (let version = 1; version <= 30; version += 1) {
    expect(await Promise.all([ask(one, receiver), ask(other, receiver)])).toEqual(Array(2).fill(`200 v${version - 1}`))
    await change(receiver, { responseBody: `v${version}` })
  }
})

it('a receiver that was disabled takes nothing from then on; one that was activated does', async () => {
  const receiver = await one.insertReceiver({ plan: 'SUPER', responseBody: 'on' })
  for (let round = 0; round < 10; round += 1) {
    expect(await Promise.all([ask(one, receiver), ask(other, receiver)])).toEqual(['200 on', '200 on'])
    await change(receiver, { status: 'DISABLED' })
    const before = await one.total(receiver)
    expect((await Promise.all([ask(one, receiver), ask(other, receiver)])).map((said) => said.slice(0, 3))).toEqual([
      '404',
      '404',
    ])
    expect(await one.total(receiver)).toBe(before)
    await change(receiver, { status: 'ACTIVE' })
    await expect.poll(() => ask(one, receiver), { interval: 5 }).toBe('200 on')
    await expect.poll(() => ask(other, receiver), { interval: 5 }).toBe('200 on')
  }
})

it('a deleted receiver is 404, and nothing is recorded for it afterwards', async () => {
  const receiver = await one.insertReceiver()
  await ask(one, receiver)
  await one.test.db.delete(receivers).where(eq(receivers.id, receiver.id))
  expect((await ask(one, receiver)).slice(0, 3)).toBe('404')
  expect((await one.recorded(receiver)).length).toBe(1)
})

it('requests that were in flight when settings changed are answered and recorded by those that hold', async () => {
  const receiver = await one.insertReceiver({ plan: 'SUPER', responseBody: 'v0' })
  expect(await Promise.all([ask(one, receiver), ask(other, receiver)])).toEqual(['200 v0', '200 v0'])
  const said = await one.test.db.transaction(async (tx) => {
    // No listener was notified of the change yet, and until it is committed no group passes the lock on the receiver's counters.
    await tx.update(receivers).set({ responseBody: 'v1' }).where(eq(receivers.id, receiver.id))
    const calls = Array.from({ length: 60 }, (_, n) => ask(n % 2 ? one : other, receiver))
    await untilWaiting(one, 2)
    return { answers: Promise.all(calls) }
  })
  expect(await said.answers).toEqual(Array(60).fill('200 v1'))
  const recorded = (await one.recorded(receiver)).map(({ responseBody }) => responseBody)
  expect(recorded).toEqual(['v0', 'v0', ...Array(60).fill('v1')])
  expect(await one.total(receiver)).toBe(62)
})

it('requests while settings change again and again are all answered, and those that are taken recorded', async () => {
  const receiver = await one.insertReceiver({ plan: 'SUPER', responseBody: '0' })
  let version = 0
  const changing = (async () => {
    while (version < 40) await change(receiver, { responseBody: String((version += 1)) })
  })()
  const said = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n % 2 ? one : other, receiver)))
  await changing
  expect(said.filter((text) => !/^(200 \d+|503 .*)$/s.test(text))).toEqual([])
  const taken = said.filter((text) => text.startsWith('200')).map((text) => text.slice(4))
  const recorded = (await one.recorded(receiver)).map(({ responseBody }) => responseBody)
  expect(recorded.toSorted()).toEqual(taken.toSorted())
  expect(taken.length).toBeGreaterThan(0)
})

it('changes of which the notification was lost are not missed', async () => {
  const receiver = await one.insertReceiver({ plan: 'SUPER', status: 'DISABLED', responseBody: 'back' })
  expect((await ask(one, receiver)).slice(0, 3)).toBe('404')
  const { rowCount } = await one.test.pool.query(`select pg_terminate_backend(pid) from (${listening}) l`)
  expect(rowCount).toBe(2)
  await change(receiver, { status: 'ACTIVE' })
  await expect.poll(() => ask(one, receiver), { interval: 5 }).toBe('200 back')
  await expect.poll(async () => (await one.test.pool.query(listening)).rowCount).toBe(2)
  await change(receiver, { status: 'DISABLED' })
  await expect.poll(async () => (await ask(one, receiver)).slice(0, 3), { interval: 5 }).toBe('404')
})
