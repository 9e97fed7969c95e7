import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  insertReceiver,
  makeNotification,
  notificationInput,
  settingOf,
  verifyAddress,
} from '../../testing/calls/notification-calls.ts'
import { insertRun } from '../../testing/rows/insert-run.ts'
import { makeDraft, post } from '../../testing/calls/task-calls.ts'
import { type OwnedCall, requestOf, testOwnedCalls } from '../../testing/routes/owned-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let owner: TestUser
let another: TestUser
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signUp('Owner')
  another = await test.signUp('Another')
  // Both have what a notification needs, so that nothing but whose it is refuses the call.
  await verifyAddress(test, owner)
  await verifyAddress(test, another)
})
afterAll(() => test.close())

interface Ids {
  taskId: string
  receiverId: string
  notificationId: string
  receiverNotificationId: string
  executionId: string
}

const ofTask = ({ taskId }: Ids) => notificationInput(taskId, 'EMAIL')
const ofReceiver = ({ receiverId }: Ids) => ({
  type: 'EMAIL',
  receiverId,
  emailSetting: { ...settingOf('EMAIL').emailSetting, subject: 'Received', template: '{{ request.body }}' },
})
const previewOfTask = ({ taskId }: Ids) => {
  const { condition } = notificationInput(taskId)
  return { taskId, condition, templates: { smsTemplate: '{{ task.name }}' } }
}
const previewOfReceiver = ({ receiverId }: Ids) => ({ receiverId, templates: { emailSubject: '{{ receiver.name }}' } })

/** Every call on one notification, with what its owner is answered. */
const calls: OwnedCall<Ids>[] = [
  ['GET /notifications?taskId=:taskId', 200],
  ['POST /notifications', 201, ofTask],
  ['POST /notifications/preview', 200, previewOfTask],
  ['POST /notifications/preview-execution', 200, ({ taskId, executionId }) => ({ taskId, executionId })],
  ['POST /notifications/test', 202, ofTask],
  ['POST /notifications/:notificationId', 200, ofTask],
  ['PATCH /notifications/:notificationId', 200, () => ({ firing: { afterInARow: 2 } })],
  ['DELETE /notifications/:notificationId', 204],
  ['POST /notifications/:notificationId/copies', 200, ({ taskId }) => ({ taskIds: [taskId] })],
  ['POST /notifications/:notificationId/mute', 200, () => ({ forSeconds: 3600 })],
  ['POST /notifications/:notificationId/unmute', 200],
  ['GET /receiver-notifications?receiverId=:receiverId', 200],
  ['POST /receiver-notifications', 201, ofReceiver],
  ['POST /receiver-notifications/preview', 200, previewOfReceiver],
  ['POST /receiver-notifications/test', 202, ofReceiver],
  ['POST /receiver-notifications/:receiverNotificationId', 200, ofReceiver],
  ['PATCH /receiver-notifications/:receiverNotificationId', 200, () => ({ emailSetting: { subject: 'Patched' } })],
  ['DELETE /receiver-notifications/:receiverNotificationId', 204],
  ['POST /receiver-notifications/:receiverNotificationId/mute', 200, () => ({ until: null })],
  ['POST /receiver-notifications/:receiverNotificationId/unmute', 200],
]

const makeIds = async (): Promise<Ids> => {
  const taskId = await makeDraft(owner)
  const receiverId = await insertReceiver(test, owner)
  const executionId = await insertRun(test, { taskId, accountId: owner.accountId }, { status: 'SUCCEEDED' })
  const ids = { taskId, receiverId, notificationId: '', receiverNotificationId: '', executionId }
  const { id: notificationId } = await makeNotification(owner, ofTask(ids))
  const created = await post(owner, '/receiver-notifications', ofReceiver(ids))
  return { ...ids, notificationId, receiverNotificationId: created.json<{ id: string }>().id }
}

testOwnedCalls({
  calls,
  // The signing secret is always the caller's, and has its own test.
  isListed: (path) => /^\/(receiver-)?notifications(?!\/signing-secret)/.test(path),
  people: () => ({ test, owner, another }),
  makeIds,
  tables: ['notifications'],
})

it('a task’s notification is not found among those of receivers, nor the other way round', async () => {
  const ids = await makeIds()
  const swapped = {
    ...ids,
    notificationId: ids.receiverNotificationId,
    receiverNotificationId: ids.notificationId,
  }
  const withId = calls.filter(([call]) => /:\w*otificationId/.test(call))
  expect(withId).toHaveLength(11)
  for (const [call, , payload] of withId) {
    expect((await owner.inject(requestOf(call, swapped, payload))).statusCode).toBe(404)
  }
})

it('moving one’s own notification to another account’s task is rejected', async () => {
  const ids = await makeIds()
  const foreignTaskId = await makeDraft(another)
  const moved = { ...ofTask(ids), taskId: foreignTaskId }
  expect((await post(owner, `/notifications/${ids.notificationId}`, moved)).statusCode).toBe(400)
})
