import { tasks } from '@knockwire/db/schema/tasks'
import { and, eq, not } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BillingApp, createBillingApp } from '../../testing/billing-app.ts'
import { makeDraft, makeTask, post, taskInput } from '../../testing/calls/task-calls.ts'
import type { TestUser } from '../../testing/test-app.ts'

let test: BillingApp
let ada: TestUser
let people = 0
beforeAll(async () => {
  test = await createBillingApp({ isChecked: false })
})
afterAll(() => test.close())
beforeEach(async () => {
  ada = await test.signUp(`Ada${(people += 1)}`)
})

const change = (plan: string) =>
  test.post(ada, 'update-plan', { plan, ...(plan !== 'FREE' && { cardTokenId: 'tok_visa' }) })
const create = async () => (await post(ada, `/tasks/${await makeDraft(ada)}?activate=true`, taskInput())).statusCode
const createReceiver = async () => (await post(ada, '/receivers')).statusCode
const taskCount = () => test.db.$count(tasks, and(eq(tasks.accountId, ada.accountId), not(tasks.isDraft)))
const usage = async () => (await ada.inject({ url: '/api/v1/accounts/me/usage' })).json<Record<string, number>>()

describe('a change of plan', () => {
  it('[BI-02, BI-03, BI-12, BI-25] makes room for tasks at once; a downgrade keeps them all and blocks new ones', async () => {
    for (let n = 0; n < 25; n += 1) await makeTask(ada)
    expect(await create()).toBe(409)
    await change('BUSINESS')
    expect(await create()).toBe(200)
    await change('FREE')
    expect(await create()).toBe(409)
    expect(await taskCount()).toBe(26)
    const { results } = (await ada.inject({ url: '/api/v1/tasks?page=0&size=10' })).json()
    expect(results[0].scheduler.status).toBe('ACTIVE')
  })

  it('[BI-02, BI-12, BI-26] makes room for receivers at once; a downgrade keeps them all and blocks new ones', async () => {
    for (let n = 0; n < 10; n += 1) expect(await createReceiver()).toBe(201)
    expect(await createReceiver()).toBe(409)
    await change('BUSINESS')
    expect(await createReceiver()).toBe(201)
    await change('HOBBY')
    expect(await createReceiver()).toBe(409)
    expect((await usage())['receiverCount']).toBe(11)
  })

  it('that comes while tasks are created lets exactly as many through as one of the two plans has room for', async () => {
    for (let n = 0; n < 24; n += 1) await makeTask(ada)
    const drafts = await Promise.all(Array.from({ length: 6 }, () => makeDraft(ada)))
    await change('BUSINESS')
    const answers = await Promise.all([
      change('FREE'),
      ...drafts.map((id) => post(ada, `/tasks/${id}?activate=true`, taskInput())),
    ])
    expect(answers[0]?.json()).toMatchObject({ plan: 'FREE' })
    const created = answers.slice(1).filter(({ statusCode }) => statusCode === 200).length
    expect(await taskCount()).toBe(24 + created)
    expect(created).toBeGreaterThanOrEqual(1)
    expect(await create()).toBe(409)
  })
})

describe('what is used of a plan', () => {
  it('[AC-02, AC-03, AC-08] is counted for its owner alone, and drafts are not', async () => {
    const bob = await test.signUp(`Bob${people}`)
    await makeTask(bob)
    await makeTask(ada)
    await makeDraft(ada)
    await createReceiver()
    const nothing = { emailCount: 0, smsCount: 0, slackAndHttpCount: 0, taskCount: 0, receiverCount: 0, storedBytes: 0 }
    expect(await usage()).toEqual({ ...nothing, taskCount: 1, receiverCount: 1 })
    expect((await test.inject({ url: '/api/v1/accounts/me/usage' })).statusCode).toBe(401)
  })
})
