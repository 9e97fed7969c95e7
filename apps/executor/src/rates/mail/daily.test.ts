import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { plans } from '@knockwire/domain/plans/plans'
import { rateAlerts, rateSubscriptions } from '@knockwire/db/schema/rates'
import { readUsage } from '@knockwire/services/usage/usage'
import { createUnsubscribeTokens } from '@knockwire/services/secrets/unsubscribe-token'
import type { LoanPurpose } from '@knockwire/domain/rates/loan'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sendRateMail } from './send-rate-mail.ts'
import { fixtureNowMs, metricOf, useRates } from '../../testing/use-rates.ts'
import { seedAccount } from '../../testing/rows/seed.ts'
import { type SmtpPeer, startSmtpPeer } from '../../testing/peers/smtp-peer.ts'
import { testKeyring } from '../../testing/test-executor.ts'
const { db, startPeers, start, sourceOf, untilFetched, fetchAgain } = await useRates()
const dayMs = 86_400_000
/** In the fixtures' day, after it. */
const sendMinute = 18 * 60

let smtp: SmtpPeer
beforeAll(async () => void (smtp = await startSmtpPeer()))
afterAll(() => smtp.close())
afterEach(async () => {
  smtp.mails.length = 0
  await db.delete(accounts)
})

const seedSubscriber = async (loanPurpose: LoanPurpose = 'PURCHASE', loanAmount = 300_000) => {
  const account = await seedAccount(db)
  await db.insert(rateSubscriptions).values({ accountId: account.id, loanAmount, loanPurpose, createdAt: new Date() })
  return account
}

const mailSettings = () => ({
  ratesEmailMinute: sendMinute,
  mail: { kind: 'smtp', url: smtp.url, from: 'Knockwire <no-reply@knockwire.example>' } as const,
})

/** The part that keeps the rates, and workers for what it queues. */
const startMailing = async (files: readonly string[], nowMs = fixtureNowMs) => {
  const executor = await start(files, { nowMs, settings: mailSettings() })
  const { context } = executor
  await context.queue.work(
    'rate-mail',
    { concurrency: 4 },
    async ({ data }) => void (await sendRateMail(data, context)),
  )
  return executor
}

const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email))
const untilMails = (email: string, count: number) => expect.poll(() => mailsTo(email).length).toBe(count)

describe('the daily email', () => {
  it('reaches everybody although what one of them was sent before cannot be read', async () => {
    const peers = await startPeers(['freddie-mac-pmms'])
    const broken = await seedSubscriber()
    const other = await seedSubscriber()
    await db
      .update(rateSubscriptions)
      .set({ lastSentDay: '2020-01-01', lastSent: sql`'{"loanAmount": 300000, "loanPurpose": "PURCHASE"}'::jsonb` })
      .where(eq(rateSubscriptions.accountId, broken.id))
    const executor = await startMailing(peers.files)
    await untilMails(other.email, 1)
    await untilMails(broken.email, 1)
    await executor.stop()
    expect(smtp.mails).toHaveLength(2)
  })

  it('[MR-21] shows a subscriber the rates of their loan, and from the second on what changed', async () => {
    const peers = await startPeers(['apor-fixed', 'freddie-mac-pmms', 'examples/json-lender'])
    const { id: accountId, email } = await seedSubscriber()
    const other = await seedSubscriber('REFINANCE', 900_000)
    const executor = await startMailing(peers.files)
    await untilMails(email, 1)
    await untilMails(other.email, 1)
    const [first] = mailsTo(email)
    expect(first?.headers.get('subject')).toBe('Mortgage rates on November 20, 2026 for $300,000 (Purchase)')
    expect(first?.text).toContain(
      [
        'Example Json Lender',
        '  30 Yr Fixed    6.125%',
        '  15 Yr Fixed    5.375%',
        '  10/1 ARM          N/A',
        '  7/1 ARM           N/A',
        '  5/1 ARM           N/A',
        `  As of November 20, 2026 (interest rate): ${peers.target.origin}/json-lender.json`,
      ].join('\n'),
    )
    expect(first?.text).toContain('Freddie Mac Survey (benchmark, not an offer)\n  30 Yr Fixed    6.210%')
    expect(first?.text).toContain('This is your first email for this loan')
    expect(first?.html).toContain('>6.125%</td>')
    // The other loan is beyond that lender's refinance bounds, and the survey is of purchases alone.
    const [others] = mailsTo(other.email)
    expect(others?.text).toContain('Rates for a loan of $900,000 (Refinance).')
    expect(others?.text).not.toMatch(/Example Json|Freddie Mac/)

    await peers.serve('examples/json-lender', (body) =>
      body.replace('6.125', '6.0').replace('"conforming": null', '"conforming": 5.5'),
    )
    executor.clock.nowMs += dayMs
    await fetchAgain('example_json_lender')
    await untilMails(email, 2)
    const second = mailsTo(email)[1]
    expect(second?.text).toContain('2 rates changed since November 20, 2026.')
    expect(second?.text).toContain('  30 Yr Fixed    6.000%   down 0.125 from 6.125%\n')
    expect(second?.text).toContain('  7/1 ARM        5.500%   new\n')
    await untilMails(other.email, 2)
    expect(mailsTo(other.email)[1]?.text).toContain('Nothing changed since November 20, 2026.')
    expect(await readUsage(db, { kind: 'email', accountId, limits: plans.SUPER, nowMs: Date.now() })).toBe(0)
  })

  it('can be ended by one click (RFC 8058), and its link is of the rates alone', async () => {
    const peers = await startPeers(['apor-fixed'])
    const { id: accountId, email } = await seedSubscriber()
    await startMailing(peers.files)
    await untilMails(email, 1)
    const [mail] = mailsTo(email)
    const url = /^<(.+)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(url).toMatch(/^https:\/\/knockwire\.example\/unsubscribe\/rates\//)
    const token = url.split('/').at(-1) ?? ''
    expect(createUnsubscribeTokens(testKeyring, 'rates').read(token)).toEqual({ accountId, address: email })
    expect(createUnsubscribeTokens(testKeyring).read(token)).toBeNull()
    expect(mail?.text).toContain(url)
    expect(mail?.headers.get('message-id')).toBe(`<rates-2026-11-20-${accountId}@knockwire.example>`)
  })

  it('goes out after its time and after the day’s fetches', async () => {
    const peers = await startPeers(['freddie-mac-pmms'])
    const { email } = await seedSubscriber()
    const early = Date.UTC(2026, 10, 20, 17, 59)
    const { clock } = await startMailing(peers.files, early)
    await untilFetched('freddie_mac_pmms')
    const next = (await sourceOf('freddie_mac_pmms'))?.nextFetchAt
    expect(next).toEqual(new Date('2026-11-21T17:20:00Z'))
    // The source is due again at the very time of the email, and slow.
    const answers: (() => void)[] = []
    const body = 'date,pmms30,pmms15\n11/21/2026,6.01,5.01\n'
    peers.on('freddie-mac-pmms', ({ response }) => void answers.push(() => response.end(body)))
    expect(mailsTo(email)).toEqual([])
    clock.nowMs = Date.UTC(2026, 10, 21, 18, 0)
    await expect.poll(() => answers.length).toBe(1)
    expect(mailsTo(email)).toEqual([])
    answers[0]?.()
    await untilMails(email, 1)
    expect(mailsTo(email)[0]?.text).toContain('30 Yr Fixed    6.010%')
  })

  it.each([
    [
      'whose address was never confirmed',
      (id: string) => db.delete(verifiedEmails).where(eq(verifiedEmails.accountId, id)),
    ],
    [
      'whose address unsubscribed',
      (id: string) =>
        db.update(verifiedEmails).set({ unsubscribedAt: new Date() }).where(eq(verifiedEmails.accountId, id)),
    ],
    ['who ended it', (id: string) => db.delete(rateSubscriptions).where(eq(rateSubscriptions.accountId, id))],
    [
      'whose loan nobody has a rate for',
      (id: string) =>
        db.update(rateSubscriptions).set({ loanPurpose: 'REFINANCE' }).where(eq(rateSubscriptions.accountId, id)),
    ],
  ])('is not sent to one %s', async (_case, change) => {
    const peers = await startPeers(['freddie-mac-pmms'])
    const [without, control] = [await seedSubscriber(), await seedSubscriber()]
    await change(without.id)
    await startMailing(peers.files)
    await untilMails(control.email, 1)
    expect(mailsTo(without.email)).toEqual([])
  })

  it('is not sent to one who ends it while it waits to be sent', async () => {
    const peers = await startPeers(['apor-fixed'])
    const [without, control] = [await seedSubscriber(), await seedSubscriber()]
    const { context } = await start(peers.files, { settings: mailSettings() })
    await expect.poll(() => context.queue.depth('rate-mail')).toEqual({ waiting: 2, inFlight: 0 })
    await db.delete(rateSubscriptions).where(eq(rateSubscriptions.accountId, without.id))
    await context.queue.work(
      'rate-mail',
      { concurrency: 1 },
      async ({ data }) => void (await sendRateMail(data, context)),
    )
    await untilMails(control.email, 1)
    await expect.poll(() => context.queue.depth('rate-mail')).toEqual({ waiting: 0, inFlight: 0 })
    expect(mailsTo(without.email)).toEqual([])
  })
})

describe('an alert', () => {
  const seedAlert = async (rate: number, changes: Partial<typeof rateAlerts.$inferInsert> = {}) => {
    const { id: accountId, email } = await seedAccount(db)
    const loan = { loanAmount: 300_000, loanPurpose: 'PURCHASE', product: 'thirtyFix' } as const
    const id = crypto.randomUUID()
    await db.insert(rateAlerts).values({ id, accountId, ...loan, rate, createdAt: new Date(), ...changes })
    return { id, email }
  }
  const alertOf = async (id: string) => (await db.select().from(rateAlerts).where(eq(rateAlerts.id, id)))[0]

  it('is notified once when a rate is at or below its own, by the best of them', async () => {
    const peers = await startPeers(['freddie-mac-pmms', 'examples/json-lender'])
    const [at, above, below] = [await seedAlert(6.125), await seedAlert(7), await seedAlert(6.124)]
    const otherLoan = await seedAlert(7, { loanPurpose: 'REFINANCE', loanAmount: 900_000 })
    const executor = await startMailing(peers.files)
    await untilMails(at.email, 1)
    await untilFetched('freddie_mac_pmms')
    await untilMails(above.email, 1)
    const [mail] = mailsTo(at.email)
    expect(mail?.headers.get('subject')).toBe('30 Yr Fixed is at 6.125%')
    expect(mail?.text).toContain(
      '30 Yr Fixed for a loan of $300,000 (Purchase) is at 6.125%, at or below your target of 6.125%.',
    )
    expect(mail?.text).toContain(
      `Example Json Lender, as of November 20, 2026: ${peers.target.origin}/json-lender.json`,
    )
    expect(await alertOf(at.id)).toMatchObject({
      triggeredAt: new Date(fixtureNowMs),
      triggeredBy: { lender: 'example_json_lender', kind: 'LENDER', rate: 6.125 },
    })
    await peers.serve('examples/json-lender', (body) => body.replace('6.125', '6.1'))
    executor.clock.nowMs += 60_000
    await fetchAgain('example_json_lender')
    await untilMails(below.email, 1)
    expect(smtp.mails).toHaveLength(3)
    expect((await alertOf(otherLoan.id))?.triggeredAt).toBeNull()
    await expect.poll(() => metricOf(executor.registry, 'knockwire_rate_mails_queued_total', { kind: 'ALERT' })).toBe(3)
  })

  it('is not triggered by a stale rate, nor by one in quarantine', async () => {
    const peers = await startPeers(['freddie-mac-pmms'])
    const { clock } = await startMailing(peers.files)
    await untilFetched('freddie_mac_pmms')
    await peers.serve('freddie-mac-pmms', (body) => body.replace('11/19/2026,6.21', '11/19/2026,2.21'))
    await fetchAgain('freddie_mac_pmms')
    const quarantined = await seedAlert(3)
    peers.on('freddie-mac-pmms', ({ response }) => void response.writeHead(503).end())
    clock.nowMs += 3 * dayMs
    await fetchAgain('freddie_mac_pmms')
    const stale = await seedAlert(7)
    clock.nowMs += 60_000
    await fetchAgain('freddie_mac_pmms')
    expect([(await alertOf(quarantined.id))?.triggeredAt, (await alertOf(stale.id))?.triggeredAt]).toEqual([null, null])
    expect(smtp.mails).toEqual([])
  })
})
