import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { plans } from '@knockwire/domain/plans/plans'
import { readUsage } from '@knockwire/services/usage/usage'
import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { emailTo, seedAccount } from '../testing/rows/seed.ts'
import { deliveryOf, seedDelivery } from '../testing/rows/seed-delivery.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { inTransaction } from '@knockwire/db/transaction'
import { rejectedForNow } from '@knockwire/services/channels/channel'
import type { Attempt } from './begin/begin-attempts.ts'
import { openAttempts } from './begin/open-attempts.ts'
import { type EndedAttempt, recordOutcomes } from './outcome/record-outcomes.ts'

describe('what became of an attempt', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  const { context, close } = await createTestContext(url)
  stopAfter(close)
  const { publicOrigin, receiverOrigin } = context.settings
  const tools = {
    queue: context.queue,
    secrets: context.secrets,
    retries: { waitsSeconds: [60, 60, 60, 60], random: () => 0.5 },
    nowMs: Date.now(),
    publicOrigin,
    receiverOrigin,
    isEmbedded: true,
    limits: null,
  }
  const within = <T>(work: (client: pg.PoolClient) => Promise<T>) => inTransaction(context.database.pool, work)
  const begin = async (id: string): Promise<Attempt | undefined> => {
    const [open] = (await within((client) => openAttempts(client, [id], tools))).open
    return open?.attempt
  }
  const begun = async (id: string): Promise<Attempt> => (await begin(id)) ?? expect.fail('No attempt was begun.')
  const record = (attempt: Attempt, outcome: EndedAttempt['outcome']) =>
    within((client) => recordOutcomes(client, [{ attempt, outcome, isMade: true }], tools))

  const seed = async () => {
    const { id: accountId, email } = await seedAccount(db, { plan: 'FREE' })
    const id = await seedDelivery({ context, wake: () => {} }, { accountId, setting: emailTo(email) })
    return { id, accountId, email }
  }
  const usageOf = (accountId: string) =>
    readUsage(db, { kind: 'email', accountId, limits: plans.FREE, nowMs: tools.nowMs })

  it.each([
    { kind: 'failed', reason: 'Too late.' },
    { kind: 'retry', reason: 'Too late.' },
  ] as const)('is not recorded once another attempt has begun: $kind', async (outcome) => {
    const { id } = await seed()
    const [first, second] = [await begun(id), await begun(id)]
    expect(await record(first, outcome)).toEqual([])
    expect(await deliveryOf(db, id)).toMatchObject({ status: 'PENDING', attempts: 2, error: null })
    await record(second, { kind: 'failed', reason: 'The last word.' })
    expect(await deliveryOf(db, id)).toMatchObject({ status: 'FAILED', attempts: 2, error: 'The last word.' })
  })

  it('is recorded if the message was delivered, though another attempt has begun', async () => {
    const { id } = await seed()
    const first = await begun(id)
    await begun(id)
    await record(first, { kind: 'delivered' })
    expect(await deliveryOf(db, id)).toMatchObject({ status: 'DELIVERED', attempts: 2 })
  })

  it('gives the plan its count back where every attempt was rejected and the last one was never made', async () => {
    const { id, accountId, email } = await seed()
    await record(await begun(id), rejectedForNow('Busy.'))
    expect([(await deliveryOf(db, id)).status, await usageOf(accountId)]).toEqual(['PENDING', 1])
    await db.update(verifiedEmails).set({ unsubscribedAt: new Date() }).where(eq(verifiedEmails.address, email))
    expect(await begin(id)).toBeUndefined()
    expect(await deliveryOf(db, id)).toMatchObject({ status: 'FAILED', attempts: 1 })
    expect(await usageOf(accountId)).toBe(0)
  })

  it('keeps the plan’s count where an attempt before may have been delivered', async () => {
    const { id, accountId, email } = await seed()
    await record(await begun(id), { kind: 'retry', reason: 'No answer.' })
    await db.update(verifiedEmails).set({ unsubscribedAt: new Date() }).where(eq(verifiedEmails.address, email))
    expect(await begin(id)).toBeUndefined()
    expect(await usageOf(accountId)).toBe(1)
  })
})
