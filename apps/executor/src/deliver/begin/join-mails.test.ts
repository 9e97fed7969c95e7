import { executions } from '@knockwire/db/schema/executions'
import { plans } from '@knockwire/domain/plans/plans'
import { alertStates, notifications } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { countUsage } from '@knockwire/services/usage/usage'
import { deliveryOf, emailTo, now, seedDelivery, seedExecution, seedNotification, seedTask } from '../testing/seed.ts'
import { useDeliveries } from '../testing/use-deliveries.ts'

const { database, open, opened } = useDeliveries()

/** A notification, and deliveries of it for an execution each; the first one waits, and lists the others. */
const seedJoined = async (...occasions: ('HOLDS' | 'RECOVERED')[]) => {
  const { db } = database()
  const task = await seedTask(db)
  const { accountId } = task
  const notificationId = await seedNotification(db, accountId, task, emailTo(task.email))
  const waiting = uuidv7()
  const ids: string[] = []
  for (const occasion of occasions) {
    const subjectId = await seedExecution(db, task)
    const ownId = ids.length === 0 ? { id: waiting } : {}
    ids.push(await seedDelivery(db, { accountId, notificationId, subjectId, occasion, joinedTo: waiting, ...ownId }))
  }
  return { ids, waiting, notificationId, taskId: task.taskId }
}

const subjectIdOf = async (id: string) => (await deliveryOf(database().db, id)).subjectId

it('what somebody asked for is sent at once in the last tenth of the plan’s emails, whatever waits', async () => {
  const { db } = database()
  const task = await seedTask(db, 'FREE')
  const { accountId } = task
  const notificationId = await seedNotification(db, accountId, task, emailTo(task.email))
  for (let count = 0; count < 18; count += 1)
    await countUsage(db, { kind: 'email', accountId, limits: plans.FREE, nowMs: now.getTime() })
  const seed = async (isRequested: boolean) =>
    seedDelivery(db, { accountId, notificationId, subjectId: await seedExecution(db, task), isRequested })
  expect(await open([await seed(false)])).toHaveLength(1)
  const waiting = await seed(false)
  expect(await open([waiting])).toEqual([])
  expect(await deliveryOf(db, waiting)).toMatchObject({ status: 'PENDING', joinedTo: waiting })
  const requested = await seed(true)
  expect((await opened(requested)).message.joined).toBeUndefined()
  expect(await deliveryOf(db, requested)).toMatchObject({ joinedTo: null })
})

it('an email whose own execution has been deleted is about the newest of those that have joined it', async () => {
  const { db } = database()
  const { ids, waiting } = await seedJoined('HOLDS', 'HOLDS', 'RECOVERED', 'HOLDS')
  for (const id of [ids[0], ids[3]]) await db.delete(executions).where(eq(executions.id, await subjectIdOf(id ?? '')))
  const { message } = await opened(waiting)
  expect(message).toMatchObject({ subjectId: await subjectIdOf(ids[2] ?? ''), occasion: 'RECOVERED' })
  expect(message.joined?.text).toContain('This email lists 4 alerts')
})

it('an email fails where all that it lists has been deleted', async () => {
  const { ids, waiting, taskId } = await seedJoined('HOLDS', 'HOLDS')
  await database().db.delete(executions).where(eq(executions.taskId, taskId))
  expect(await open([waiting])).toEqual([])
  for (const id of ids)
    expect(await deliveryOf(database().db, id)).toMatchObject({
      status: 'FAILED',
      error: 'The execution or request was deleted before this was sent.',
    })
})

it('an alert that has joined an email is withheld where the email is muted, whatever the email began with', async () => {
  const { db } = database()
  const mutedWith = async (isNotified: boolean, ...occasions: ('HOLDS' | 'RECOVERED')[]) => {
    const { ids, waiting, notificationId } = await seedJoined(...occasions)
    const state = { isNotified, consecutiveMatches: 1, lastSubjectId: uuidv7() }
    await db.insert(alertStates).values({ notificationId, ...state })
    const mutedUntil = new Date('2100-01-01')
    await db.update(notifications).set({ mutedUntil }).where(eq(notifications.id, notificationId))
    expect(await open([waiting])).toEqual([])
    for (const id of ids) expect((await deliveryOf(db, id)).status).toBe('MUTED')
    const [after] = await db.select().from(alertStates).where(eq(alertStates.notificationId, notificationId))
    return after?.isWithheld
  }
  expect(await mutedWith(true, 'RECOVERED', 'HOLDS')).toBe(true)
  expect(await mutedWith(true, 'HOLDS', 'RECOVERED', 'HOLDS')).toBe(true)
  // The alert is over, or was sent before.
  expect(await mutedWith(false, 'HOLDS', 'RECOVERED')).toBe(false)
  expect(await mutedWith(true, 'RECOVERED')).toBe(false)
})
