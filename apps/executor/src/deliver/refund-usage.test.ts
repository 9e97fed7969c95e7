import { accounts } from '@knockwire/db/schema/accounts'
import { plans } from '@knockwire/domain/plans/plans'
import { countUsage, readUsage } from '@knockwire/services/usage/usage'
import type { Plan } from '@knockwire/domain/plans/plan'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { emailTo, seedAccount, textTo } from '../testing/rows/seed.ts'
import { deliveryOf, seedDelivery, untilDone } from '../testing/rows/seed-delivery.ts'
import { startSmtpPeer } from '../testing/peers/smtp-peer.ts'
import { startTarget } from '../testing/peers/target.ts'
import { startTestDeliveries, useTestDatabase } from '../testing/test-executor.ts'
const day = 86_400_000

describe('an SMS that was counted and then rejected', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let nowMs = Date.UTC(2030, 0, 31, 12)
  const twilio = await startTarget()
  stopAfter(twilio.close)
  const texts = { kind: 'twilio', accountSid: 'AC1', authToken: 'x', from: '+15005550006' } as const
  const workers = await startTestDeliveries(url, {
    now: () => nowMs,
    settings: { sms: { ...texts, apiOrigin: twilio.origin }, providerTimeoutMs: 500 },
  })
  stopAfter(workers.stop)

  const used = (accountId: string, plan: Plan, atMs: number) =>
    readUsage(db, { kind: 'sms', accountId, limits: plans[plan], nowMs: atMs })

  const answerWith = (...answers: (number | 'silence' | (() => number))[]) =>
    twilio.on('*', ({ response }) => {
      const next = answers.shift() ?? 429
      const status = typeof next === 'function' ? next() : next
      if (status !== 'silence') response.writeHead(status).end('{"sid":"SM1","message":"No"}')
    })

  const text = async (accountId: string) => {
    const id = await seedDelivery(workers, { accountId, setting: textTo('+16045550199') })
    return untilDone(db, id)
  }

  it('is given back to the month that counted it, and to no other', async () => {
    const { id: accountId } = await seedAccount(db, { plan: 'HOBBY' })
    const january = nowMs
    answerWith(201)
    expect((await text(accountId)).status).toBe('DELIVERED')
    answerWith(429, () => {
      nowMs = january + day
      return 400
    })
    expect(await text(accountId)).toMatchObject({ status: 'FAILED', attempts: 2 })
    expect([await used(accountId, 'HOBBY', january), await used(accountId, 'HOBBY', nowMs)]).toEqual([1, 0])
    nowMs = january
  })

  it('is not, where one of its attempts may have been taken', async () => {
    const { id: accountId } = await seedAccount(db, { plan: 'HOBBY' })
    answerWith(429, 'silence', 400)
    expect(await text(accountId)).toMatchObject({ status: 'FAILED', attempts: 3 })
    expect(await used(accountId, 'HOBBY', nowMs)).toBe(1)
  })
})

describe('a text whose server ended before it knew what became of it', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  const twilio = await startTarget()
  stopAfter(twilio.close)
  const settings = {
    sms: { kind: 'twilio', accountSid: 'AC1', authToken: 'x', from: '+15005550006', apiOrigin: twilio.origin },
  } as const

  it.each([
    ['at its first attempt', []],
    ['after one that was refused', [429]],
  ])('%s stays counted, however the next one is refused', async (_when, before) => {
    const answers = [...before]
    let calls = 0
    twilio.on('*', ({ response }) => {
      calls += 1
      const status = answers.shift()
      if (status !== undefined) response.writeHead(status).end('{"message":"No"}')
    })
    const { id: accountId } = await seedAccount(db, { plan: 'HOBBY' })
    const first = await startTestDeliveries(url, { settings })
    const id = await seedDelivery(first, { accountId, setting: textTo('+16045550199') })
    await expect.poll(() => calls).toBe(before.length + 1)
    await first.stop(0)
    answers.push(400)
    const second = await startTestDeliveries(url, { settings })
    stopAfter(second.stop)
    expect(await untilDone(db, id)).toMatchObject({ status: 'FAILED', attempts: before.length + 2 })
    expect(await readUsage(db, { kind: 'sms', accountId, limits: plans.HOBBY, nowMs: Date.now() })).toBe(1)
    await second.stop()
  })
})

describe('an email that was counted and then rejected', async () => {
  const { db, url, stopAfter } = await useTestDatabase()

  it('takes none off a month that never counted it, where the plan has changed meanwhile', async () => {
    const smtp = await startSmtpPeer()
    stopAfter(smtp.close)
    const mail = { kind: 'smtp', url: smtp.url, from: 'no-reply@knockwire.example' } as const
    const workers = await startTestDeliveries(url, { settings: { mail }, waitsSeconds: [1, 1, 1, 1] })
    stopAfter(workers.stop)
    const { id: accountId, email } = await seedAccount(db, { plan: 'FREE' })
    const setPlan = (plan: Plan) => db.update(accounts).set({ plan }).where(eq(accounts.id, accountId))
    const used = (plan: Plan) => readUsage(db, { kind: 'email', accountId, limits: plans[plan], nowMs: Date.now() })

    smtp.answer(451)
    const id = await seedDelivery(workers, { accountId, setting: emailTo(email) })
    await expect.poll(async () => (await deliveryOf(db, id)).error).toContain('451')
    expect(await used('FREE')).toBe(1)
    await setPlan('HOBBY')
    await countUsage(db, { kind: 'email', accountId, limits: plans.HOBBY, nowMs: Date.now() })
    smtp.answer(550)
    expect((await untilDone(db, id)).status).toBe('FAILED')
    expect([await used('FREE'), await used('HOBBY')]).toEqual([0, 1])
  })
})
