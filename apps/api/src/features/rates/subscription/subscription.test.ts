import { rateSubscriptions } from '@knockwire/db/schema/rates'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyAddress } from '../../../testing/calls/notification-calls.ts'
import { get, post, remove } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

const loan = { loanAmount: 300_000, loanPurpose: 'REFINANCE' } as const
let test: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  bob = await test.signUp('Bob')
  await verifyAddress(test, ada, ada.email)
})
afterAll(() => test.close())

const stateOf = async (user: TestUser) => (await get(user, '/mortgage-rates/subscription')).json()

it('[AP-55, AP-56, AP-57, MR-22, MR-23, MR-24] an account subscribes, changes the loan, and unsubscribes', async () => {
  expect(await stateOf(ada)).toEqual({ subscribed: false })
  const answer = await post(ada, '/mortgage-rates/subscribe', loan)
  expect([answer.statusCode, answer.json()]).toEqual([200, { subscribed: true, ...loan }])
  const other = { loanAmount: 450_000, loanPurpose: 'PURCHASE' }
  expect((await post(ada, '/mortgage-rates/subscribe', other)).statusCode).toBe(200)
  expect(await stateOf(ada)).toEqual({ subscribed: true, ...other })
  expect(await stateOf(bob)).toEqual({ subscribed: false })
  expect(await test.db.$count(rateSubscriptions)).toBe(1)
  for (let time = 0; time < 2; time += 1) {
    const ended = await remove(ada, '/mortgage-rates/subscription')
    expect([ended.statusCode, ended.json()]).toEqual([200, { subscribed: false }])
    expect(await stateOf(ada)).toEqual({ subscribed: false })
  }
})

it('[MR-02, ER-44] a visitor gets 401 from every call of the subscription', async () => {
  const answers = await Promise.all([
    get(test, '/mortgage-rates/subscription'),
    post(test, '/mortgage-rates/subscribe', loan),
    remove(test, '/mortgage-rates/subscription'),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
})

it('[AP-56, ER-39] a failure is described in `error`, and changes nothing', async () => {
  const unconfirmed = await post(bob, '/mortgage-rates/subscribe', loan)
  const message = 'Confirm your account’s email address first: the rates are sent to it.'
  expect([unconfirmed.statusCode, unconfirmed.json()]).toMatchObject([
    409,
    { code: 'CONFLICT', message, error: message },
  ])
  const invalid = await post(ada, '/mortgage-rates/subscribe', { ...loan, loanAmount: 'x' })
  expect(invalid.statusCode).toBe(422)
  expect(invalid.json()).toMatchObject({
    error: 'Correct the marked fields.',
    errors: { loanAmount: expect.any(String) },
  })
  const visitor = await post(test, '/mortgage-rates/subscribe', loan)
  expect(visitor.json()).toMatchObject({ error: 'You are signed out. Sign in.' })
  expect([await stateOf(ada), await stateOf(bob)]).toEqual([{ subscribed: false }, { subscribed: false }])
})
