import { slackChannels } from '@knockwire/db/schema/notifications'
import { plans } from '@knockwire/domain/plans/plans'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { PickedSlackChannel, SendOutcome } from '@knockwire/services/channels/channel'
import { testSecrets } from '@knockwire/services/channels/testing/message'
import { countUsage, readUsage } from '@knockwire/services/usage/usage'
import type { Attempt } from '../begin/begin-attempts.ts'
import { inLockOrder } from '../begin/plan-usage.ts'
import type { EndedAttempt } from './record-outcomes.ts'
import { deliveryOf, emailTo, now, seedDelivery, seedTask } from '../testing/seed.ts'
import { useDeliveries } from '../testing/use-deliveries.ts'

const { database, record } = useDeliveries()
const nowMs = now.getTime()

/** An attempt that is in flight, counted against its plan. */
const begin = async (changes: Partial<Attempt> = {}): Promise<Attempt> => {
  const { db } = database()
  const { accountId, email, taskId } = await seedTask(db)
  const counted = await countUsage(db, { kind: 'email', accountId, limits: plans.HOBBY, nowMs })
  const ids = { accountId, notificationId: uuidv7(), subjectId: uuidv7() }
  const { attempt = 1, occasion = 'HOLDS', type = 'EMAIL' } = changes
  const deliveryId = await seedDelivery(db, { ...ids, occasion, type, attempts: attempt })
  return {
    deliveryId,
    accountId,
    notificationId: ids.notificationId,
    subjectId: ids.subjectId,
    taskId,
    receiverId: null,
    occasion,
    type,
    attempt,
    verdict: null,
    createdAt: now,
    plan: 'HOBBY',
    limits: plans.HOBBY,
    counted,
    joinedTo: null,
    isRequested: false,
    isMuted: false,
    setting: emailTo(email),
    draft: null,
    isConfirmed: true,
    address: { isVerified: true, isUnsubscribed: false },
    slackChannel: null,
    isSlackRevoked: false,
    ...changes,
  }
}

const recorded = async (outcome: EndedAttempt['outcome'], changes: Partial<Attempt> = {}, isMade = true) => {
  const attempt = await begin(changes)
  const waits = await record({ attempt, outcome, isMade })
  const usage = { kind: 'email', accountId: attempt.accountId, limits: plans.HOBBY, nowMs } as const
  const sql = `select name, group_id as group, extract(epoch from start_after - created_on)::float8 as wait from pgboss.job where singleton_key = $1`
  const jobs = (await database().pool.query(sql, [attempt.deliveryId])).rows
  const used = await readUsage(database().db, usage)
  return { attempt, row: await deliveryOf(database().db, attempt.deliveryId), waits, jobs, used }
}

const retry: SendOutcome = { kind: 'retry', reason: 'No answer.' }
const rejectedForNow: SendOutcome = { kind: 'retry', reason: 'Busy.', isRejected: true }
const failed = { kind: 'failed', reason: 'No.' } as const

describe('what became of an attempt', () => {
  it('is recorded where it was delivered, with the provider’s id', async () => {
    const { row, waits, jobs, used } = await recorded({ kind: 'delivered', providerMessageId: 'SM"1' })
    expect(row).toMatchObject({
      status: 'DELIVERED',
      attempts: 1,
      error: null,
      providerMessageId: 'SM"1',
      deliveredAt: expect.any(Date),
      nextAttemptAt: null,
      counted: null,
      response: null,
    })
    expect([waits, jobs, used]).toEqual([[], [], 1])
    expect((await recorded({ kind: 'delivered' })).row.providerMessageId).toBeNull()
  })

  it('is recorded where it failed, and what was not sent is not counted', async () => {
    const { row, waits, jobs, used } = await recorded(failed)
    expect(row).toMatchObject({ status: 'FAILED', attempts: 1, error: 'No.', deliveredAt: null, counted: null })
    expect([waits, jobs, used]).toEqual([[], [], 0])
  })

  it('is tried again after a while, and stays counted: it may have been sent', async () => {
    const { attempt, row, waits, jobs, used } = await recorded(retry)
    expect(row).toMatchObject({ status: 'PENDING', attempts: 1, error: 'No answer.', counted: null })
    expect(waits).toEqual([60])
    expect(jobs).toEqual([{ name: 'deliver-email', group: attempt.accountId, wait: expect.closeTo(60, 0) }])
    expect(Math.abs((row.nextAttemptAt?.getTime() ?? 0) - Date.now() - 60_000)).toBeLessThan(30_000)
    expect(used).toBe(1)
    expect((await recorded(retry, { attempt: 2 })).waits).toEqual([240])
  })

  it('is tried again no sooner than the provider asks', async () => {
    expect((await recorded({ ...retry, retryAfterSeconds: 100 })).waits).toEqual([100])
    expect((await recorded({ ...retry, retryAfterSeconds: 10 })).waits).toEqual([60])
  })

  it('keeps what it was counted as, where it was certainly not sent', async () => {
    const { attempt, row, used } = await recorded(rejectedForNow)
    expect(row).toMatchObject({ status: 'PENDING', counted: attempt.counted })
    expect(used).toBe(1)
    const uncounted = await recorded(rejectedForNow, { counted: null })
    const sql = 'select counted is null as is_empty from deliveries where id = $1'
    expect((await database().pool.query(sql, [uncounted.attempt.deliveryId])).rows).toEqual([{ is_empty: true }])
  })

  it('is the end after the last attempt, and is counted where it may have been sent', async () => {
    const [lost, rejected] = [await recorded(retry, { attempt: 3 }), await recorded(rejectedForNow, { attempt: 3 })]
    expect([lost.row.status, lost.used, lost.jobs]).toEqual(['FAILED', 1, []])
    expect([rejected.row.status, rejected.used, rejected.row.counted]).toEqual(['FAILED', 0, null])
  })

  it('is the end of a test at once, and of its draft', async () => {
    const draft = { setting: emailTo('a@example.com'), values: {} as never }
    const attempt = await begin({ occasion: 'TEST' })
    const other = await begin()
    const rows = [attempt, other].map(({ deliveryId }) => deliveryId)
    await database().pool.query('update deliveries set draft = $2 where id = any ($1)', [rows, JSON.stringify(draft)])
    expect(
      await record({ attempt, outcome: retry, isMade: true }, { attempt: other, outcome: retry, isMade: true }),
    ).toEqual([60])
    expect(await deliveryOf(database().db, attempt.deliveryId)).toMatchObject({ status: 'FAILED', draft: null })
    expect(await deliveryOf(database().db, other.deliveryId)).toMatchObject({ status: 'PENDING', draft })
  })

  it('is that the limit was reached, without an attempt', async () => {
    const over = { kind: 'over-limit', reason: 'Not sent.' } as const
    const { row, used } = await recorded(over, { counted: null }, false)
    expect(row).toMatchObject({ status: 'LIMIT_EXCEEDED', attempts: 0, error: 'Not sent.', response: null })
    expect(used).toBe(1)
  })

  it('is kept with what a target answered, without what the database cannot hold', async () => {
    const answered = (body: string | null) => recorded({ ...failed, response: { statusCode: 404, body } })
    expect((await answered('a\0b"\\')).row.response).toEqual({
      statusCode: 404,
      body: expect.stringMatching(/^a.?b"\\$/),
    })
    expect((await answered(null)).row.response).toEqual({ statusCode: 404, body: null })
    const delivered = await recorded({ kind: 'delivered', response: { statusCode: 200, body: 'ok' } })
    expect(delivered.row.response).toEqual({ statusCode: 200, body: 'ok' })
  })

  it('is said in 1,000 characters at most', async () => {
    const { row } = await recorded({ kind: 'failed', reason: 'x'.repeat(1001) })
    expect(row.error?.replace(/…$/, '').length).toBeLessThanOrEqual(1000)
    expect(row.error).toMatch(/^x{999}/)
  })

  it('is not recorded where another attempt has begun, unless it was delivered', async () => {
    const overtaken = async (outcome: SendOutcome) => {
      const attempt = await begin()
      await database().pool.query('update deliveries set attempts = 2 where id = $1', [attempt.deliveryId])
      const waits = await record({ attempt, outcome, isMade: true })
      const used = await readUsage(database().db, {
        kind: 'email',
        accountId: attempt.accountId,
        limits: plans.HOBBY,
        nowMs,
      })
      return [(await deliveryOf(database().db, attempt.deliveryId)).status, waits, used]
    }
    expect(await overtaken(failed)).toEqual(['PENDING', [], 1])
    expect(await overtaken(retry)).toEqual(['PENDING', [], 1])
    expect(await overtaken({ kind: 'delivered' })).toEqual(['DELIVERED', [], 1])
  })

  it('is recorded of many at once, each on its own', async () => {
    const [one, other, third] = [await begin(), await begin(), await begin()]
    const outcomes = [{ kind: 'delivered', providerMessageId: 'id-1' }, failed, retry] as const
    expect(
      await record(
        ...[one, other, third].map((attempt, at) => ({ attempt, outcome: outcomes[at] ?? failed, isMade: true })),
      ),
    ).toEqual([60])
    const rows = await Promise.all([one, other, third].map(({ deliveryId }) => deliveryOf(database().db, deliveryId)))
    expect(rows.map(({ status, error }) => [status, error])).toEqual([
      ['DELIVERED', null],
      ['FAILED', 'No.'],
      ['PENDING', 'No answer.'],
    ])
    expect(await record()).toEqual([])
  })
})

describe('a Slack channel', () => {
  const seedChannel = async (accountId: string): Promise<PickedSlackChannel> => {
    const keys = { token: testSecrets.encrypt('xoxb"\\'), webhookUrl: null }
    const row = { id: uuidv7(), slackChannelId: 'C1', ...keys }
    const names = { teamId: uuidv7(), teamName: 'Acme', channel: '#alerts' }
    await database()
      .db.insert(slackChannels)
      .values({ ...row, ...names, accountId, createdAt: now })
    return row
  }
  const isRevoked = async (id: string) => {
    const rows = await database().db.select().from(slackChannels).where(eq(slackChannels.id, id))
    return rows[0]?.revokedAt !== null
  }
  const after = async (outcome: SendOutcome) => {
    const attempt = await begin({ type: 'SLACK', counted: null })
    const [used, other] = [await seedChannel(attempt.accountId), await seedChannel(attempt.accountId)]
    await record({ attempt: { ...attempt, slackChannel: used }, outcome, isMade: true })
    return [await isRevoked(used.id), await isRevoked(other.id)]
  }

  it('is marked as revoked where Slack said so, the one alone that was used', async () => {
    expect(await after({ ...failed, isRevoked: true })).toEqual([true, false])
  })

  it.each<SendOutcome>([failed, retry, { kind: 'delivered' }])('is not marked after %o', async (outcome) => {
    expect(await after(outcome)).toEqual([false, false])
  })

  it('is not needed for what failed without one', async () => {
    const attempt = await begin({ type: 'SLACK', counted: null })
    await record({ attempt, outcome: { ...failed, isRevoked: true }, isMade: true })
    expect((await deliveryOf(database().db, attempt.deliveryId)).status).toBe('FAILED')
  })
})

it('counts are locked in the order of accounts, and of what is counted', () => {
  const attempt = (accountId: string, type: Attempt['type']) => ({ accountId, type }) as Attempt
  const attempts = [attempt('b', 'SMS'), attempt('a', 'SMS'), attempt('b', 'EMAIL'), attempt('a', 'EMAIL')]
  expect(inLockOrder(attempts).map(({ accountId, type }) => `${accountId} ${type}`)).toEqual([
    'a EMAIL',
    'a SMS',
    'b EMAIL',
    'b SMS',
  ])
})
