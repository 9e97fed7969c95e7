import type { ApplyResult } from '@knockwire/domain/definitions/apply'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertSlackChannel } from '../../../testing/calls/notification-calls.ts'
import { get } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { httpNotification, plan, receiverResource, send, taskResource } from '../testing/apply-calls.ts'

let test: TestApp
let ada: TestUser
let opsId: string
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  opsId = await insertSlackChannel(test, ada, { channel: '#ops' })
  await insertSlackChannel(test, ada, { channel: '#shop' })
  await insertSlackChannel(test, ada, { channel: '#shop', teamId: 'T2', teamName: 'Beta' })
  await insertSlackChannel(test, ada, { channel: '#retired', revokedAt: new Date() })
  await insertSlackChannel(test, await test.signUp('Bob'), { channel: '#private' })
})
afterAll(() => test.close())

const slack = (slackSetting: object) => {
  const { request: _, ...notification } = httpNotification('slack')
  return { ...notification, type: 'SLACK', slackSetting }
}
const problemsOf = async (slackSetting: object) => {
  const { condition: _, ...ofReceiver } = slack(slackSetting)
  const resources = [
    taskResource('front', { notifications: [slack(slackSetting) as never] }),
    receiverResource('orders', { notifications: [ofReceiver as never] }),
  ]
  return (await plan(ada, resources)).json<ApplyResult>().problems
}

describe('a Slack channel of a definition', () => {
  it('is found by its name, with its workspace where several have one, or by its id', async () => {
    for (const setting of [{ channel: '#ops' }, { channel: 'ops' }, { channel: 'Beta/#shop' }, { channelId: opsId }])
      expect([setting, await problemsOf(setting)]).toEqual([setting, []])
    const resources = [
      taskResource('front', { notifications: [slack({ channel: '#ops', messageTemplate: 'x' }) as never] }),
    ]
    expect((await send(ada, { resources })).statusCode).toBe(200)
    expect((await get(ada, '/tasks/by-key/front')).json().notifications).toMatchObject([
      { slackSetting: { channelId: opsId, messageTemplate: 'x' } },
    ])
    expect((await plan(ada, resources)).json<ApplyResult>().changes).toMatchObject([{ op: 'same' }])
  })

  it.each([
    [
      'unknown',
      { channel: '#none' },
      '/notifications/0/slackSetting/channel',
      'No Slack channel #none is connected. Connect it in the dashboard.',
    ],
    [
      'another account’s',
      { channel: '#private' },
      '/notifications/0/slackSetting/channel',
      /^No Slack channel #private is connected/,
    ],
    [
      'no longer connected',
      { channel: '#retired' },
      '/notifications/0/slackSetting/channel',
      /^No Slack channel #retired is connected/,
    ],
    [
      'of several workspaces',
      { channel: '#shop' },
      '/notifications/0/slackSetting/channel',
      'Several Slack channels are called #shop. Write one of Acme/#shop, Beta/#shop.',
    ],
    [
      'given twice',
      { channel: '#ops', channelId: crypto.randomUUID() },
      '/notifications/0/slackSetting/channel',
      /not by both/,
    ],
    ['not given', {}, '/notifications/0', /Choose a Slack channel/],
  ])('that is %s is a problem of its own place', async (_what, setting, path, message) => {
    const problems = await problemsOf(setting)
    expect(problems.map((problem) => problem.key)).toEqual(['front', 'orders'])
    for (const problem of problems) {
      expect(problem.path).toBe(path)
      expect(problem.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
    }
    expect(problems).toHaveLength(2)
  })
})
