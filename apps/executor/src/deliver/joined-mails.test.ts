import { devOutbox } from '@knockwire/db/schema/outbox'
import { accountPace, takePlaces } from '@knockwire/services/usage/pace'
import { plans } from '@knockwire/domain/plans/plans'
import { countUsage } from '@knockwire/services/usage/usage'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { callTo, emailTo, seedAccount, seedNotification, seedTask } from '../testing/rows/seed.ts'
import { deliveryOf, seedDelivery, untilDone } from '../testing/rows/seed-delivery.ts'
import { onDemand } from '../testing/run-now.ts'
import { startTestDeliveries, useTestDatabase } from '../testing/test-executor.ts'

const { db, pool, url, stopAfter } = await useTestDatabase()
const noon = Date.UTC(2030, 0, 31, 12)
let nowMs = noon
let workers: Awaited<ReturnType<typeof startTestDeliveries>>
beforeAll(async () => {
  workers = await startTestDeliveries(url, { now: () => nowMs })
  stopAfter(workers.stop)
})

/** An account that has used so many of its 20 mails, with a notification. */
const seedRule = async (used: number) => {
  const { id: accountId, email } = await seedAccount(db, { plan: 'FREE' })
  for (let count = 0; count < used; count += 1)
    await countUsage(db, { kind: 'email', accountId, limits: plans.FREE, nowMs })
  const setting = emailTo(email, { subject: 'Down', template: 'It is down.' })
  const taskId = await seedTask(db, { accountId, uri: 'https://shop.example/', schedule: onDemand })
  const notificationId = await seedNotification(db, { accountId, taskId, setting })
  const send = (occasion: 'HOLDS' | 'RECOVERED' = 'HOLDS') =>
    seedDelivery(workers, { accountId, setting, notificationId, occasion })
  const mails = () => db.select().from(devOutbox).where(eq(devOutbox.to, email)).orderBy(asc(devOutbox.id))
  return { send, mails }
}

const waitingJobs = async (id: string) =>
  (await pool.query(`select 1 from pgboss.job where data ->> 'deliveryId' = $1 and state < 'active'`, [id])).rowCount

const makeDue = async (id: string) => {
  await pool.query(`update pgboss.job set start_after = now() where data ->> 'deliveryId' = $1`, [id])
  workers.wake()
}

const untilWaiting = (id: string) =>
  expect.poll(async () => (await deliveryOf(db, id)).nextAttemptAt, { timeout: 20_000 }).not.toBeNull()

it('in the last tenth of the plan’s mails a notification sends one an hour, which lists what came meanwhile', async () => {
  const { send, mails } = await seedRule(18)
  const first = await send()
  expect(await untilDone(db, first)).toMatchObject({ status: 'DELIVERED', joinedTo: null })
  const waiting = await send()
  await untilWaiting(waiting)
  const joining = [await send('RECOVERED'), await send(), await send('RECOVERED')]
  for (const id of joining) await untilWaiting(id)
  for (const id of [waiting, ...joining])
    expect(await deliveryOf(db, id)).toMatchObject({
      status: 'PENDING',
      attempts: 0,
      joinedTo: waiting,
      error: expect.stringContaining('one an hour'),
    })
  expect(await waitingJobs(waiting)).toBe(1)
  for (const id of joining) expect(await waitingJobs(id)).toBe(0)

  nowMs += 3_600_000
  await makeDue(waiting)
  for (const id of [waiting, ...joining])
    expect(await untilDone(db, id)).toMatchObject({ status: 'DELIVERED', joinedTo: waiting, error: null })
  const sent = await mails()
  expect(sent.map(({ subject }) => subject)).toEqual(['Down', 'Down (and 3 more)'])
  const { body = '' } = sent[1] ?? {}
  expect(body).toContain('This email lists 4 alerts of one notification.')
  expect(body.match(/: (Alert|Recovered), /g)).toEqual([': Alert, ', ': Recovered, ', ': Alert, ', ': Recovered, '])
  // The newest is what it is about.
  expect(body).toContain('State: Recovered')
  const after = await send()
  expect(await untilDone(db, after)).toMatchObject({ status: 'LIMIT_EXCEEDED' })
  nowMs = noon
})

it('another notification of the account has its own turn, and what waits is not sent once the plan is used up', async () => {
  const { send } = await seedRule(18)
  expect(await untilDone(db, await send())).toMatchObject({ status: 'DELIVERED' })
  const waiting = await send()
  await untilWaiting(waiting)
  const joined = await send()
  await untilWaiting(joined)
  const { accountId } = await deliveryOf(db, waiting)
  await countUsage(db, { kind: 'email', accountId, limits: plans.FREE, nowMs })
  nowMs += 3_600_000
  await makeDue(waiting)
  for (const id of [waiting, joined])
    expect(await untilDone(db, id)).toMatchObject({
      status: 'LIMIT_EXCEEDED',
      error: 'Not sent: your plan includes 20 emails a day, and all of them are used.',
    })
  nowMs = noon
})

it('before the last tenth every mail is sent by itself', async () => {
  const { send } = await seedRule(16)
  for (const id of [await send(), await send()])
    expect(await untilDone(db, id)).toMatchObject({ status: 'DELIVERED', joinedTo: null })
})

it('a call that waits for its pace has a job that makes it later', async () => {
  const { id: accountId } = await seedAccount(db, { plan: 'FREE' })
  const pace = accountPace(accountId, plans.FREE)
  await takePlaces(db, { ...pace, count: pace.perMinute + 4, mostWaitMs: 3_600_000, nowMs })
  const id = await seedDelivery(workers, { accountId, setting: callTo('http://127.0.0.1:9/') })
  await untilWaiting(id)
  await expect.poll(() => waitingJobs(id)).toBe(1)
})
