import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { plans } from '@knockwire/domain/plans/plans'
import { createUnsubscribeTokens } from '@knockwire/services/secrets/unsubscribe-token'
import { readUsage } from '@knockwire/services/usage/usage'
import { defaultReceiverTemplates, defaultTaskTemplates } from '@knockwire/domain/channels/templates'
import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { emailTo, seedAccount } from '../../../testing/rows/seed.ts'
import { deliveryOf, seedDelivery, seedRequestDelivery, untilDone } from '../../../testing/rows/seed-delivery.ts'
import { type SmtpPeer, startSmtpPeer } from '../../../testing/peers/smtp-peer.ts'
import { startTestDeliveries, testKeyring, useTestDatabase } from '../../../testing/test-executor.ts'
const { db, url, stopAfter } = await useTestDatabase()
let smtp: SmtpPeer
let workers: Awaited<ReturnType<typeof startTestDeliveries>>

beforeAll(async () => {
  smtp = await startSmtpPeer()
  stopAfter(smtp.close)
  const mail = { kind: 'smtp', url: smtp.url, from: 'Knockwire <no-reply@knockwire.example>' } as const
  // Long enough after the first attempt for a test to change something.
  workers = await startTestDeliveries(url, { settings: { mail }, waitsSeconds: [2, 0, 0, 0] })
  stopAfter(() => workers.stop())
})
afterEach(() => smtp.answer('take'))

type Texts = Parameters<typeof emailTo>[1]
type Seed = Partial<Parameters<typeof seedDelivery>[1]>

const deliver = async (texts: Texts, seed: Seed = {}) => {
  const { id: accountId, email } = await seedAccount(db)
  const id = await seedDelivery(workers, { accountId, setting: emailTo(email, texts), ...seed })
  const delivery = await untilDone(db, id)
  return { accountId, email, delivery, mails: smtp.mails.filter(({ to }) => to.includes(email)) }
}

const usedBy = (accountId: string) =>
  readUsage(db, { kind: 'email', accountId, limits: plans.SUPER, nowMs: Date.now() })

describe('an email', () => {
  it('of the default templates arrives, in text and in HTML', async () => {
    const { emailSubject: subject, emailTemplate: template } = defaultTaskTemplates
    const { accountId, email, delivery, mails } = await deliver({ subject, template })
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: 1, providerMessageId: expect.any(String) })
    const [mail] = mails
    expect(mails).toHaveLength(1)
    expect(mail?.from).toBe('no-reply@knockwire.example')
    expect(mail?.headers.get('to')).toBe(email)
    expect(mail?.headers.get('subject')).toBe('[Down] Shop front: 500')
    expect(mail?.text).toMatch(/^Status code equals 500\nURL: https:\/\/shop\.example\/health\n\nOpen this execution: /)
    expect(mail?.text).toContain('State: Down\nNow: 500 in 123 ms\nResponse: {"status":"down"}\nWhen: ')
    expect(mail?.text.match(/500 in 123 ms/g)).toHaveLength(1)
    expect(mail?.html.match(/500 in 123 ms/g)).toHaveLength(1)
    expect(
      mail?.html.match(/<a href="https:\/\/knockwire\.example\/dashboard\/tasks\/[^"]+\/executions\/[^"]+"/g),
    ).toHaveLength(1)
    expect(await usedBy(accountId)).toBe(1)
  })

  it('of a received request arrives too', async () => {
    const { id: accountId, email } = await seedAccount(db)
    const { emailSubject: subject, emailTemplate: template } = defaultReceiverTemplates
    const id = await seedRequestDelivery(workers, { accountId, setting: emailTo(email, { subject, template }) })
    expect((await untilDone(db, id)).status).toBe('DELIVERED')
    const mail = smtp.mails.find(({ to }) => to.includes(email))
    expect(mail?.headers.get('subject')).toBe('Deployments received a POST request')
    expect(mail?.text).toContain('{"ref":"main"}')
    expect(mail?.text).toContain('Request: POST from 203.0.113.7\nWhen: ')
  })

  it('can be stopped by its reader, from the mail itself', async () => {
    const { accountId, email, delivery, mails } = await deliver({})
    const { headers, text, html } = mails[0] ?? {}
    const stopUrl = /^<(.+)>$/.exec(headers?.get('list-unsubscribe') ?? '')?.[1] ?? ''
    expect(headers?.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(stopUrl).toMatch(/^https:\/\/knockwire\.example\/unsubscribe\//)
    const token = stopUrl.split('/').at(-1) ?? ''
    expect(createUnsubscribeTokens(testKeyring).read(token)).toEqual({ accountId, address: email })
    expect(text).toContain(stopUrl)
    expect(html).toContain(stopUrl)
    expect(headers?.get('message-id')).toBe(`<${delivery.id}@knockwire.example>`)
  })

  it('whatever it says, starts no header and no markup', async () => {
    const hostile = 'Shop\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script> & "q"'
    const { email, mails } = await deliver(
      { subject: '{{ task.name }} {{ condition.value }}', template: '{{ task.name }}\n{{ response.body }}' },
      { taskName: hostile, value: 'v\nX-Evil: 1', body: '</div><img src=x onerror=alert(1)>\r\n.\r\nQUIT' },
    )
    const [mail] = mails
    expect(mail?.to).toEqual([email])
    expect(mail?.headers.has('bcc')).toBe(false)
    expect(mail?.headers.has('x-evil')).toBe(false)
    expect(mail?.headers.get('subject')).toContain('Bcc: victim@example.com')
    expect(mail?.html).not.toMatch(/<script|<img|<\/div><img/i)
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;q&quot;')
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(mail?.text).toContain('<script>alert(1)</script> & "q"')
    expect(mail?.text).toContain('QUIT')
  })

  it('whose template fails is not sent, says why, and is not counted', async () => {
    const { accountId, delivery, mails } = await deliver({ template: '{% for i in (1..9999999) %}x{% endfor %}' })
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 1, error: expect.stringContaining('template') })
    expect(mails).toEqual([])
    expect(await usedBy(accountId)).toBe(0)
  })
})

describe('an address', () => {
  const change = (accountId: string, changes: Partial<typeof verifiedEmails.$inferInsert>) =>
    db.update(verifiedEmails).set(changes).where(eq(verifiedEmails.accountId, accountId))

  it('that is not verified gets nothing', async () => {
    const { id: accountId } = await seedAccount(db)
    const id = await seedDelivery(workers, { accountId, setting: emailTo('other@example.com') })
    expect(await untilDone(db, id)).toMatchObject({
      status: 'FAILED',
      attempts: 0,
      error: 'other@example.com is not a verified address of this account.',
    })
    expect(await usedBy(accountId)).toBe(0)
  })

  it('that another account has verified gets nothing from this one', async () => {
    const [{ email }, { id: accountId }] = [await seedAccount(db), await seedAccount(db)]
    const id = await seedDelivery(workers, { accountId, setting: emailTo(email) })
    expect((await untilDone(db, id)).status).toBe('FAILED')
    expect(smtp.mails.filter(({ to }) => to.includes(email))).toEqual([])
  })

  it('whose owner has unsubscribed gets nothing any more', async () => {
    const { id: accountId, email } = await seedAccount(db)
    await change(accountId, { unsubscribedAt: new Date() })
    const id = await seedDelivery(workers, { accountId, setting: emailTo(email) })
    expect(await untilDone(db, id)).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('unsubscribed from the emails'),
    })
    expect(smtp.mails.filter(({ to }) => to.includes(email))).toEqual([])
  })

  it('is looked at again before each attempt', async () => {
    const { id: accountId, email } = await seedAccount(db)
    smtp.answer(451)
    const id = await seedDelivery(workers, { accountId, setting: emailTo(email) })
    await expect.poll(async () => (await deliveryOf(db, id)).error).toContain('451')
    await db
      .delete(verifiedEmails)
      .where(and(eq(verifiedEmails.accountId, accountId), eq(verifiedEmails.address, email)))
    smtp.answer('take')
    expect(await untilDone(db, id)).toMatchObject({
      status: 'FAILED',
      error: `${email} is not a verified address of this account.`,
      attempts: 1,
    })
    expect(smtp.mails.filter(({ to }) => to.includes(email))).toEqual([])
  })
})

describe('a mail server that', () => {
  it('rejects a mail permanently is not called again, and the mail is not counted', async () => {
    smtp.answer(550)
    const { accountId, delivery } = await deliver({})
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 1 })
    expect(delivery.error).toMatch(/^The mail server did not take it: 550 .*No such mailbox/)
    expect(await usedBy(accountId)).toBe(0)
  })

  it('rejects a mail temporarily is called five times, and the mail not counted', async () => {
    smtp.answer(451)
    const { accountId, delivery } = await deliver({})
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 5, error: expect.stringContaining('451') })
    expect(await usedBy(accountId)).toBe(0)
  })
})
