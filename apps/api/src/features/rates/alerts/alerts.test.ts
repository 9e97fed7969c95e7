import { rateAlerts } from '@knockwire/db/schema/rates'
import { maxRateAlerts, type RateAlertView } from '@knockwire/domain/rates/rate-subscription'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { verifyAddress } from '../../../testing/calls/notification-calls.ts'
import { get, post, remove, statusesOf } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

const input = { loanAmount: 300_000, loanPurpose: 'PURCHASE', product: 'thirtyFix', rate: 5.75 } as const
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
beforeEach(async () => void (await test.db.delete(rateAlerts)))

const list = async (user: TestUser) =>
  (await get(user, '/mortgage-rates/alerts')).json<{ results: RateAlertView[] }>().results

it('an account creates alerts, lists them newest first, and deletes one once', async () => {
  const first = await post(ada, '/mortgage-rates/alerts', input)
  expect(first.statusCode).toBe(201)
  expect(first.json()).toEqual({ id: expect.any(String), ...input, createdAt: expect.any(String), triggered: null })
  test.clock.advance(1000)
  const second = (await post(ada, '/mortgage-rates/alerts', { ...input, product: 'fiveArm' })).json<RateAlertView>()
  expect(await list(ada)).toEqual([second, first.json()])
  expect((await remove(ada, `/mortgage-rates/alerts/${second.id}`)).statusCode).toBe(204)
  expect((await remove(ada, `/mortgage-rates/alerts/${second.id}`)).statusCode).toBe(404)
  expect(await list(ada)).toEqual([first.json()])
})

it('the list of alerts shows what triggered an alert', async () => {
  const { id } = (await post(ada, '/mortgage-rates/alerts', input)).json<RateAlertView>()
  const by = { lender: 'first_bank', kind: 'LENDER', rate: 5.5, sourceUrl: 'https://first.example' } as const
  const triggeredAt = new Date(test.clock.now())
  await test.db.update(rateAlerts).set({ triggeredAt, triggeredBy: by }).where(eq(rateAlerts.id, id))
  expect((await list(ada))[0]?.triggered).toEqual({ at: triggeredAt.toISOString(), ...by })
})

it('an alert is its owner’s alone: a visitor gets 401, another account 404', async () => {
  const { id } = (await post(ada, '/mortgage-rates/alerts', input)).json<RateAlertView>()
  const visits = [
    get(test, '/mortgage-rates/alerts'),
    post(test, '/mortgage-rates/alerts', input),
    remove(test, `/mortgage-rates/alerts/${id}`),
  ]
  expect(statusesOf(await Promise.all(visits))).toEqual([401, 401, 401])
  expect(await list(bob)).toEqual([])
  expect((await remove(bob, `/mortgage-rates/alerts/${id}`)).statusCode).toBe(404)
  expect(await list(ada)).toHaveLength(1)
})

it('an account whose address was never confirmed gets no alert', async () => {
  const answer = await post(bob, '/mortgage-rates/alerts', input)
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    'Confirm your account’s email address first: alerts are sent to it.',
  ])
})

it.each([
  ['no amount', { loanAmount: 0 }],
  ['no purpose', { loanPurpose: 'RENT' }],
  ['an unknown rate type', { product: 'fortyFix' }],
  ['a rate of 0', { rate: 0 }],
  ['a rate of 26', { rate: 26 }],
  ['a text for a rate', { rate: '5' }],
])('%s is an error of its field', async (_case, changes) => {
  const answer = await post(ada, '/mortgage-rates/alerts', { ...input, ...changes })
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, Object.keys(changes)])
  expect(await list(ada)).toEqual([])
})

it('an account has at most twenty alerts, however many are created at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: maxRateAlerts + 3 }, () => post(ada, '/mortgage-rates/alerts', input)),
  )
  expect(statusesOf(answers).filter((status) => status === 409)).toHaveLength(3)
  expect(await list(ada)).toHaveLength(maxRateAlerts)
})
