import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { currentRates, rateSources, rateSubscriptions } from '@knockwire/db/schema/rates'
import { maxLoanAmount } from '@knockwire/domain/rates/loan'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ExecutorContext } from '../../context.ts'
import { startExecutorProcess } from '../../testing/executor-process.ts'
import { startRatePeers } from '../../testing/use-rates.ts'
import { startSmtpPeer } from '../../testing/peers/smtp-peer.ts'
import { insertTestAccount } from '@knockwire/db/testing/insert-account'
import { createTestContext, useTestDatabase } from '../../testing/test-executor.ts'
import { isDailyDue, queueDaily } from './queue-daily.ts'

const { db, url, stopAfter } = await useTestDatabase()
const nowMs = Date.UTC(2026, 10, 20, 18, 30)
const { context, close } = await createTestContext(url)
stopAfter(close)

/** Covers the interval of the look for missed heartbeats, and the wait before the next attempt. */
const takeoverMs = 120_000

const source = {
  key: 'first_bank',
  lender: 'first_bank',
  name: 'First Bank',
  kind: 'LENDER',
  rateType: 'NOTE_RATE',
  url: 'https://first.example/rates',
  licence: 'Written for a test.',
  isEnabled: true,
} as const

beforeEach(async () => {
  await db.insert(rateSources).values({ ...source, nextFetchAt: new Date(nowMs + 86_400_000) })
  await db.insert(currentRates).values({
    sourceKey: source.key,
    product: 'thirtyFix',
    purpose: 'PURCHASE',
    minLoanAmount: 0,
    maxLoanAmount,
    rate: 6,
    effectiveDate: '2026-11-20',
    fetchedAt: new Date(nowMs),
    sourceUrl: source.url,
    staleAt: new Date(nowMs + 86_400_000),
  })
})
afterEach(async () => {
  await db.execute(sql`delete from pgboss.job where name = 'rate-mail'`)
  await db.delete(accounts)
  await db.delete(rateSources)
})

/** Gives their addresses. */
const seedSubscribers = async (count: number): Promise<string[]> => {
  const people = await Promise.all(Array.from({ length: count }, () => insertTestAccount(db)))
  await db
    .insert(verifiedEmails)
    .values(people.map(({ accountId, email }) => ({ accountId, address: email, verifiedAt: new Date() })))
  const loan = { loanAmount: 300_000, loanPurpose: 'PURCHASE' } as const
  await db
    .insert(rateSubscriptions)
    .values(people.map(({ accountId }) => ({ accountId, ...loan, createdAt: new Date() })))
  return people.map(({ email }) => email).toSorted()
}

const queuedTo = async (): Promise<string[]> => {
  const { rows } = await db.execute<{ to: string }>(
    sql`select data->>'to' as to from pgboss.job where name = 'rate-mail' order by 1`,
  )
  return rows.map(({ to }) => to)
}

describe('queueing the daily emails', () => {
  it('goes on where it failed half way: everybody is queued once, nobody is left out', async () => {
    const everybody = await seedSubscribers(250)
    let sends = 0
    const send: ExecutorContext['queue']['send'] = async (...args) => {
      await context.queue.send(...args)
      sends += 1
      // After the batch’s jobs were written, before its commit.
      if (sends === 2) throw new Error('the process dies here')
    }
    const dying = { ...context, queue: { ...context.queue, send } }
    await expect(queueDaily(dying, nowMs)).rejects.toThrow('the process dies here')
    expect(await queuedTo()).toHaveLength(100)
    expect(await queueDaily(context, nowMs)).toBe(150)
    expect(await queuedTo()).toEqual(everybody)
    expect(await queueDaily(context, nowMs)).toBe(0)
    expect(await queuedTo()).toEqual(everybody)
  })

  it('by three executors at once queues everybody once', async () => {
    const everybody = await seedSubscribers(250)
    await Promise.all([queueDaily(context, nowMs), queueDaily(context, nowMs), queueDaily(context, nowMs)])
    // A batch that another had locked was passed over; the next round takes what is left.
    await queueDaily(context, nowMs)
    expect(await queuedTo()).toEqual(everybody)
  })

  it('waits for its time and for fetches that are due or running, but no longer than an hour', async () => {
    const minute = 18 * 60
    const at = (hour: number, minutes: number) => Date.UTC(2026, 10, 20, hour, minutes)
    const isDue = (hour: number, minutes: number) => isDailyDue(db, minute, at(hour, minutes))
    expect([await isDue(17, 59), await isDue(18, 0), await isDue(23, 59)]).toEqual([false, true, true])
    await db.update(rateSources).set({ nextFetchAt: new Date(at(17, 30)) })
    expect([await isDue(18, 0), await isDue(18, 59), await isDue(19, 0)]).toEqual([false, false, true])
    await db.update(rateSources).set({ nextFetchAt: new Date(at(23, 0)), leasedUntil: new Date(Date.now() + 60_000) })
    expect([await isDue(18, 0), await isDue(19, 0)]).toEqual([false, true])
    await db.update(rateSources).set({ leasedUntil: new Date(Date.now() - 60_000) })
    expect(await isDue(18, 0)).toBe(true)
    await db.update(rateSources).set({ nextFetchAt: new Date(at(17, 30)), isEnabled: false })
    expect(await isDue(18, 0)).toBe(true)
  })
})

describe('an executor killed (-9) amid the daily emails', () => {
  it('leaves nobody out; only what it was sending at that time may go out again, as the same message', async () => {
    const [smtp, peers] = [await startSmtpPeer(), await startRatePeers(['freddie-mac-pmms'])]
    stopAfter(smtp.close)
    stopAfter(peers.close)
    const today = new Date()
    const row = `${today.getUTCMonth() + 1}/${today.getUTCDate()}/${today.getUTCFullYear()},6.1,,5.1,,,,,`
    await peers.serve('freddie-mac-pmms', (body) => `${body.split('\n')[0]}\n${row}\n`)
    const everybody = await seedSubscribers(400)
    const env = {
      RATE_SOURCES: peers.files.join(','),
      RATES_EMAIL_TIME: '00:00',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@knockwire.example',
    }
    const first = await startExecutorProcess(url, env)
    await expect.poll(() => smtp.mails.length, { interval: 10 }).toBeGreaterThan(10)
    await first.kill()
    expect(smtp.mails.length).toBeLessThan(everybody.length)
    // As if the time within which a heartbeat is due had passed.
    await db.execute(sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 min' where name = 'rate-mail'`)
    const second = await startExecutorProcess(url, env)
    stopAfter(second.kill)
    // The jobs that the first one had leased are found by their missed heartbeat, and wait for their next attempt.
    const reached = () => new Set(smtp.mails.flatMap(({ to }) => to)).size
    await expect.poll(reached, { timeout: takeoverMs }).toBe(everybody.length)
    await expect.poll(queuedAndUnsent).toBe(0)
    const ids = smtp.mails.map(({ headers }) => headers.get('message-id'))
    expect(new Set(ids).size).toBe(everybody.length)
    // Four at once.
    expect(ids.length - everybody.length).toBeLessThanOrEqual(4)
  })
})

const queuedAndUnsent = async (): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pgboss.job where name = 'rate-mail' and state < 'completed'`,
  )
  return rows[0]?.count ?? 0
}
