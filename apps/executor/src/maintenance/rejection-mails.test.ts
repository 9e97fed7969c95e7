import { rateWindows } from '@knockwire/db/schema/limits'
import { receivers, rejectedRequests } from '@knockwire/db/schema/receivers'
import { inTransaction } from '@knockwire/db/transaction'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { SystemMailJob } from '@knockwire/domain/jobs'
import type { RejectionReason } from '@knockwire/domain/receivers/rejections'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { seedAccount } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { mailRejections } from './rejection-mails.ts'

const minuteMs = 60_000

describe('the mail about rejected requests', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  const { context, close } = await createTestContext(url)
  stopAfter(close)

  const seedReceiver = async (accountId: string, name: string, isDraft = false) => {
    const id = uuidv7()
    const now = new Date()
    await db.insert(receivers).values({
      id,
      accountId,
      name,
      isDraft,
      token: id.replaceAll('-', ''),
      status: 'ACTIVE',
      responseCode: 200,
      contentType: 'text/plain',
      responseBody: '',
      createdAt: now,
      updatedAt: now,
    })
    return id
  }
  const reject = async (receiverId: string, minutesAgo: number, reason: RejectionReason, count: number) =>
    db
      .insert(rejectedRequests)
      .values({ receiverId, reason, count, minute: new Date(Date.now() - minutesAgo * minuteMs) })
  const work = () => inTransaction(context.database.pool, (client) => mailRejections(client, context))
  const mailsTo = async (address: string) => {
    const { rows } = await db.execute<{ data: SystemMailJob }>(
      sql`select data from pgboss.job where name = 'system-mail' and data ->> 'to' = ${address} order by created_on`,
    )
    return rows.map(({ data }) => data)
  }

  it('makes no link of an address in the name of a receiver, and breaks no line for it', async () => {
    const eve = await seedAccount(db, { plan: 'FREE' })
    await reject(
      await seedReceiver(eve.id, 'Pay at https://evil.example/pay\n\nNow: http://evil.example'),
      5,
      'OVER_LIMIT',
      7,
    )
    await work()
    const [mail] = await mailsTo(eve.email)
    expect(mail?.subject).toBe('Requests rejected: Pay at https[:]//evil[.]example/pay Now: ht…')
    expect(mail?.text).not.toMatch(/https?:\/\/evil|evil\.example/)
  })

  it('says which receivers of the owner rejected how many requests of a day, and why, in one mail', async () => {
    const ada = await seedAccount(db, { plan: 'FREE' })
    const other = await seedAccount(db, { plan: 'FREE' })
    const orders = await seedReceiver(ada.id, 'Orders')
    const builds = await seedReceiver(ada.id, 'Builds')
    await seedReceiver(other.id, 'Quiet')
    await reject(orders, 5, 'OVER_LIMIT', 1200)
    await reject(orders, 400, 'OVER_LIMIT', 60)
    await reject(builds, 300, 'DISABLED', 3)
    await reject(builds, 1500, 'TOO_LARGE', 9)
    await work()
    const [mail, ...more] = await mailsTo(ada.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Requests rejected by 2 receivers')
    expect(mail?.text).toContain(
      `"Orders": https://knockwire.example/dashboard/receivers/${orders}/executions\n` +
        "- 1,260: over your plan's limit of 20 requests a minute (429)",
    )
    expect(mail?.text).toContain('- 3: the receiver was deactivated (404)')
    expect(mail?.text).not.toContain('413')
    expect(await mailsTo(other.email)).toEqual([])
  })

  it('comes once in 24 hours, and again only where something was rejected since', async () => {
    const { id, email } = await seedAccount(db)
    const receiver = await seedReceiver(id, 'Orders')
    await reject(receiver, 2, 'METHOD_NOT_ALLOWED', 1)
    await work()
    await reject(receiver, 1, 'METHOD_NOT_ALLOWED', 1)
    await work()
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Requests rejected: Orders'])
    await db
      .update(rateWindows)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(rateWindows.key, `rejection-mail:${id}`))
    await db.update(rejectedRequests).set({ minute: sql`minute - interval '2 hours'` })
    await work()
    expect(await mailsTo(email)).toHaveLength(1)
    await reject(receiver, 1, 'TOO_LARGE', 1)
    await work()
    expect(await mailsTo(email)).toHaveLength(2)
  })

  it('does not come to an address that is not confirmed, nor about a receiver that is being created', async () => {
    const unconfirmed = await seedAccount(db, { isVerified: false })
    const drafting = await seedAccount(db)
    await reject(await seedReceiver(unconfirmed.id, 'Orders'), 1, 'TOO_LARGE', 1)
    await reject(await seedReceiver(drafting.id, 'Receiver 1', true), 1, 'DISABLED', 1)
    await work()
    for (const { email } of [unconfirmed, drafting]) expect(await mailsTo(email)).toEqual([])
  })
})
