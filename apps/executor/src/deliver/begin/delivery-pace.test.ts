import { uuidv7 } from '@knockwire/db/uuidv7'
import { plans } from '@knockwire/domain/plans/plans'
import { expect, it } from 'vitest'
import { taskValues } from '@knockwire/services/channels/testing/message'
import { accountPace, takePlaces } from '@knockwire/services/usage/pace'
import { deliveryOf, emailTo, now, seedDelivery, seedExecution, seedNotification, seedTask } from '../testing/seed.ts'
import { useDeliveries } from '../testing/use-deliveries.ts'

const { database, open, opened } = useDeliveries()
const nowMs = now.getTime()
const hour = 3_600_000

const settingTo = (host: string) =>
  ({
    type: 'HTTP',
    request: {
      uri: `https://${host}/hook`,
      method: 'POST',
      headers: [],
      body: null,
      basicAuth: { status: 'DISABLED', username: '', password: null },
      followRedirect: true,
      allowInsecureCerts: false,
    },
  }) as const

const newAccount = () => seedTask(database().db)
type Task = Awaited<ReturnType<typeof newAccount>>

const deliver = async (task: Task, host: string) => {
  const { db } = database()
  const { accountId } = task
  const notificationId = await seedNotification(db, accountId, task, settingTo(host))
  return seedDelivery(db, { accountId, notificationId, subjectId: await seedExecution(db, task), type: 'HTTP' })
}

const take = (key: string, perMinute: number, count: number) =>
  takePlaces(database().db, { key, perMinute, count, mostWaitMs: hour, nowMs })

const useUp = ({ accountId }: Task, more = 0) => {
  const { key, perMinute } = accountPace(accountId, plans.HOBBY)
  return take(key, perMinute, perMinute + more)
}

const stateOf = async (id: string) => {
  const { status, error, attempts, counted } = await deliveryOf(database().db, id)
  return { status, error, attempts, counted }
}
const waiting = {
  status: 'PENDING',
  error: expect.stringContaining('120 Slack and HTTP notifications a minute, and 600 to one host'),
  attempts: 0,
  counted: { key: 'place', startMs: nowMs },
}

it('an HTTP notification beyond the account’s pace waits for its place, and is sent when it comes without taking another', async () => {
  const task = await newAccount()
  await useUp(task, 4)
  const id = await deliver(task, 'own.example')
  expect(await open([id])).toEqual([])
  expect(await stateOf(id)).toEqual(waiting)
  const { nextAttemptAt } = await deliveryOf(database().db, id)
  expect(nextAttemptAt).not.toBeNull()
  expect((await opened(id)).attempt).toMatchObject({ attempt: 1, counted: null })
  expect(await stateOf(id)).toMatchObject({ attempts: 1, counted: null })
  const other = await newAccount()
  expect((await opened(await deliver(other, 'own.example'))).attempt).toMatchObject({ attempt: 1 })
})

it('notifications of all accounts to one host share its pace, and those to other hosts do not wait', async () => {
  await take('pace:host:HOBBY:busy.example', 600, 600)
  const ids = [await deliver(await newAccount(), 'busy.example'), await deliver(await newAccount(), 'BUSY.example.')]
  expect(await open(ids)).toEqual([])
  for (const id of ids) expect(await stateOf(id)).toEqual(waiting)
  expect((await opened(await deliver(await newAccount(), 'quiet.example'))).attempt).toMatchObject({ attempt: 1 })
})

it('what would be sent more than an hour late is recorded as over the limit', async () => {
  const task = await newAccount()
  await useUp(task, 120 * 60 + 1)
  const id = await deliver(task, 'late.example')
  expect(await open([id])).toEqual([])
  expect(await stateOf(id)).toMatchObject({ status: 'LIMIT_EXCEEDED', error: expect.stringContaining('an hour late') })
})

it('a test beyond the pace says so at once, since somebody looks on', async () => {
  const task = await newAccount()
  await useUp(task)
  const { accountId } = task
  const draft = { setting: settingTo('own.example'), values: taskValues }
  const ids = { accountId, notificationId: uuidv7(), subjectId: uuidv7() }
  const id = await seedDelivery(database().db, { ...ids, type: 'HTTP', occasion: 'TEST', draft, verdict: null })
  expect(await open([id])).toEqual([])
  expect(await stateOf(id)).toMatchObject({ status: 'LIMIT_EXCEEDED', error: expect.stringContaining('120 Slack') })
})

it('emails have no pace, but the plan’s number', async () => {
  const task = await newAccount()
  await useUp(task, 1000)
  const { db } = database()
  const { accountId } = task
  const notificationId = await seedNotification(db, accountId, task, emailTo(task.email))
  const id = await seedDelivery(db, { accountId, notificationId, subjectId: await seedExecution(db, task) })
  expect((await opened(id)).attempt).toMatchObject({ type: 'EMAIL' })
})
