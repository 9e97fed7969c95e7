import { deliveries } from '@knockwire/db/schema/notifications'
import { executions } from '@knockwire/db/schema/executions'
import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import type { ExecutionPreviewList } from '@knockwire/domain/notifications/preview'
import type { TestRunView } from '@knockwire/domain/tasks/task'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertRun } from '../../../testing/rows/insert-run.ts'
import {
  makeNotification,
  settingOf,
  verifiedAddress,
  verifyAddress,
} from '../../../testing/calls/notification-calls.ts'
import { makeTask, post } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let bob: TestUser
let taskId: string
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  bob = await test.signUp('Bob')
  await verifyAddress(test, ada)
  taskId = (await makeTask(ada, { name: 'Shop' })).id
})
afterAll(() => test.close())

const insertAnswer = (statusCode: number) =>
  insertRun(
    test,
    { taskId, accountId: ada.accountId },
    { status: 'SUCCEEDED', statusCode, responseTimeMs: 12, details: { responseBody: Buffer.from('{}') } },
  )

const preview = (executionId: string, by = ada) => post(by, '/notifications/preview-execution', { taskId, executionId })

it('each notification of a task says whether an execution meets it, and what it would send; nothing is sent', async () => {
  const emailSetting = { address: verifiedAddress, subject: '{{ task.name }} is down', template: '{{ response.code }}' }
  const down = { ...defaultCondition, comparison: 'number_not_equal_to' as const }
  const mail = await makeNotification(ada, { type: 'EMAIL', taskId, condition: down, emailSetting })
  const text = await makeNotification(ada, {
    type: 'SMS',
    taskId,
    condition: defaultCondition,
    ...settingOf('SMS', ''),
  })
  const failed = await insertAnswer(503)
  // The one that is looked at need not be the newest.
  const fine = await insertAnswer(200)

  const ofFailed = (await preview(failed)).json<ExecutionPreviewList>().results
  expect(ofFailed).toEqual([
    {
      notificationId: mail.id,
      type: 'EMAIL',
      recipient: verifiedAddress,
      verdict: { kind: 'met', holds: true, reasons: ['Status code (503) does not equal 200'], reasonsMet: [true] },
      texts: {
        emailSubject: { text: 'Shop is down', error: null },
        emailTemplate: { text: '503', error: null },
      },
    },
    {
      notificationId: text.id,
      type: 'SMS',
      recipient: '+12125550100',
      verdict: {
        kind: 'unmet',
        holds: false,
        reasons: ['Status code is 503 (required: equals 200)'],
        reasonsMet: [false],
      },
      texts: {},
    },
  ])
  const ofFine = (await preview(fine)).json<ExecutionPreviewList>().results
  expect(ofFine.map(({ verdict }) => verdict?.holds)).toEqual([false, true])
  expect(await test.db.select().from(deliveries).where(eq(deliveries.accountId, ada.accountId))).toEqual([])
})

it('an execution that has not ended meets nothing yet, and those of others are not found', async () => {
  const running = await insertRun(test, { taskId, accountId: ada.accountId }, { status: 'RUNNING' })
  expect((await preview(running)).json()).toEqual({ results: [] })
  expect((await preview(running, bob)).statusCode).toBe(404)
  expect((await preview('01890a5d-ac96-774b-bcce-b302099a8057')).statusCode).toBe(404)
  expect((await preview('1')).statusCode).toBe(400)
})

it('a test notifies nobody unless that is asked for', async () => {
  const start = async (body?: object) => {
    const answer = await post(ada, `/tasks/${taskId}/lifecycle/test`, body)
    expect(answer.statusCode).toBe(202)
    const { executionId } = answer.json<TestRunView>()
    const [row] = await test.db.select().from(executions).where(eq(executions.id, executionId))
    return row?.sendsNotifications
  }
  expect(await start()).toBe(false)
  expect(await start({})).toBe(false)
  expect(await start({ sendNotifications: false })).toBe(false)
  expect(await start({ sendNotifications: true })).toBe(true)
})
