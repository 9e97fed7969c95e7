import { devOutbox } from '@knockwire/db/schema/outbox'
import { plans } from '@knockwire/domain/plans/plans'
import { readUsage } from '@knockwire/services/usage/usage'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { MailSettings } from '@knockwire/services/mail/mail'
import { emailTo, seedAccount } from '../../../testing/rows/seed.ts'
import { seedDelivery, untilDone } from '../../../testing/rows/seed-delivery.ts'
import { startSmtpPeer } from '../../../testing/peers/smtp-peer.ts'
import { startTestDeliveries, useTestDatabase } from '../../../testing/test-executor.ts'
const { db, url } = await useTestDatabase()

const deliver = async (mail: MailSettings, providerTimeoutMs = 15_000) => {
  const workers = await startTestDeliveries(url, { settings: { mail, providerTimeoutMs } })
  const { id: accountId, email } = await seedAccount(db)
  const id = await seedDelivery(workers, { accountId, setting: emailTo(email, { subject: 'S', template: 'Body' }) })
  const delivery = await untilDone(db, id)
  await workers.stop()
  return { accountId, email, delivery }
}

it('embedded mode puts mails into the outbox', async () => {
  const { email, delivery } = await deliver({ kind: 'outbox' })
  expect(delivery.status).toBe('DELIVERED')
  const [item] = await db.select().from(devOutbox).where(eq(devOutbox.to, email))
  expect(item).toMatchObject({ channel: 'EMAIL', subject: 'S', body: expect.stringMatching(/^Body\n/) })
})

it('elsewhere the delivery says that there is none, and is not counted', async () => {
  const { accountId, delivery } = await deliver({ kind: 'none' })
  expect(delivery).toMatchObject({ status: 'FAILED', attempts: 1, error: 'Email is not configured on this server.' })
  expect(await readUsage(db, { kind: 'email', accountId, limits: plans.SUPER, nowMs: Date.now() })).toBe(0)
})

it('a mail server that says nothing is given up after five tries', async () => {
  const smtp = await startSmtpPeer()
  smtp.answer('silence')
  const { accountId, delivery } = await deliver({ kind: 'smtp', url: smtp.url, from: 'no-reply@example.com' }, 300)
  expect(delivery).toMatchObject({
    status: 'FAILED',
    attempts: 5,
    error: 'The mail server did not answer in time (ETIMEDOUT).',
  })
  expect(await readUsage(db, { kind: 'email', accountId, limits: plans.SUPER, nowMs: Date.now() })).toBe(1)
  await smtp.close()
})
