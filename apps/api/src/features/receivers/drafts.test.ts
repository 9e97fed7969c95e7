import { receivers } from '@knockwire/db/schema/receivers'
import { plans } from '@knockwire/domain/plans/plans'
import type { ReceiverDraftList, ReceiverPage, ReceiverView } from '@knockwire/domain/receivers/receiver'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeReceiver } from '../../testing/calls/receiver-calls.ts'
import { type Asker, get, post, remove } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { maxReceiverDrafts } from './create-receiver.ts'

let test: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  test = await createTestApp({ settings: { requestsPerMinute: 100_000 } })
  ada = await test.signUp('Ada')
  bob = await test.signUp('Bob')
})
afterAll(() => test.close())

const makeDraft = async (asker: Asker): Promise<string> => {
  const created = await post(asker, '/receivers?draft=true')
  expect(created.statusCode).toBe(201)
  return created.json<{ id: string }>().id
}
const draftsOf = async (asker: Asker) => (await get(asker, '/receivers/drafts')).json<ReceiverDraftList>().results
const view = async (asker: Asker, id: string) => (await get(asker, `/receivers/${id}`)).json<ReceiverView>()
const activate = (asker: Asker, id: string) => post(asker, `/receivers/${id}/lifecycle/activate`)
const receiverCount = async (asker: Asker) =>
  (await get(asker, '/accounts/me/usage')).json<{ receiverCount: number }>().receiverCount
const input = { name: 'Orders', responseCode: 200, responseBody: '', responseHeaders: { 'content-type': 'text/plain' } }

it('A receiver that is a draft is listed among its owner’s drafts alone, the one saved last first, and for nobody else', async () => {
  await makeReceiver(ada)
  const [older, newer] = [await makeDraft(ada), await makeDraft(ada)]
  test.clock.advance(1000)
  await post(ada, `/receivers/${older}`, { ...input, name: 'Saved last' })
  expect((await draftsOf(ada)).map(({ id, name }) => [id, name])).toEqual([
    [older, 'Saved last'],
    [newer, expect.any(String)],
  ])
  expect((await get(ada, '/receivers')).json<ReceiverPage>()).toMatchObject({
    total: 1,
    counts: { ACTIVE: 0, DISABLED: 1 },
    results: [{ isDraft: false }],
  })
  expect(await view(ada, newer)).toMatchObject({ isDraft: true, status: 'DISABLED' })
  expect(await draftsOf(bob)).toEqual([])
  expect((await activate(bob, newer)).statusCode).toBe(404)
  expect((await get(test, '/receivers/drafts')).statusCode).toBe(401)
  expect((await post(test, '/receivers?draft=true')).statusCode).toBe(401)

  await remove(ada, `/receivers/${newer}`)
  expect((await activate(ada, older)).json()).toMatchObject({ isDraft: false, status: 'ACTIVE', name: 'Saved last' })
  expect(await draftsOf(ada)).toEqual([])
  expect((await get(ada, '/receivers')).json()).toMatchObject({ total: 2, counts: { ACTIVE: 1, DISABLED: 1 } })
})

it('A draft does not count against the plan before it is created, and is created only where the plan has room', async () => {
  const user = await test.signUp('Limit')
  const drafts = [await makeDraft(user), await makeDraft(user), await makeDraft(user)]
  const [first = '', second = '', third = ''] = drafts
  for (let made = 0; made < plans.FREE.receivers - 1; made += 1) await makeReceiver(user)
  expect(await receiverCount(user)).toBe(plans.FREE.receivers - 1)
  const answers = await Promise.all([activate(user, first), activate(user, second)])
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409'])
  expect(await receiverCount(user)).toBe(plans.FREE.receivers)
  const over = await activate(user, third)
  expect([over.statusCode, over.json()]).toMatchObject([409, { code: 'PLAN_LIMIT' }])
  expect(await view(user, third)).toMatchObject({ isDraft: true, status: 'DISABLED' })
  expect((await post(user, '/receivers?draft=true')).statusCode).toBe(409)
  const created = answers[0]?.statusCode === 200 ? first : second
  // What is created already is activated again whatever the plan has room for.
  expect((await activate(user, created)).statusCode).toBe(200)
})

it('An account keeps so many drafts of receivers, also when they are created at once; those left longest make room', async () => {
  const user = await test.signUp('Drafter')
  const oldest = await makeDraft(user)
  test.clock.advance(1000)
  await Promise.all(Array.from({ length: maxReceiverDrafts + 4 }, () => makeDraft(user)))
  const kept = await test.db.$count(receivers, and(eq(receivers.accountId, user.accountId), receivers.isDraft))
  expect(kept).toBe(maxReceiverDrafts)
  expect((await get(user, `/receivers/${oldest}`)).statusCode).toBe(404)
})
