import { type ChannelType, channelTypes, receiverChannelTypes } from '@knockwire/domain/channels/channel-types'
import type { ReceiverDefinitionView, TaskDefinitionView } from '@knockwire/domain/definitions/definition-views'
import { DefinedState } from '@knockwire/domain/definitions/key'
import { compileFile } from '@knockwire/domain/file/compile-file'
import { exportFile } from '@knockwire/domain/file/export-file'
import { parseYaml } from '@knockwire/domain/file/reading/parse-yaml'
import { writeYaml } from '@knockwire/domain/file/write-yaml'
import { FiringMode } from '@knockwire/domain/notifications/firing'
import type { When } from '@knockwire/domain/notifications/when'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertSlackChannel, verifiedAddress, verifyAddress } from '../../testing/calls/notification-calls.ts'
import { get, post } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { opsOf, plan } from '../definitions/testing/apply-calls.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const firing = { notifyOnRecovery: true, afterInARow: 2, recoverAfterInARow: 3 }
const condition = { source: 'response_code', comparison: 'number_not_equal_to', rightValue: 200 }
const ofRequest = { source: 'request_method', comparison: 'string_equal_to', rightValue: 'PUT' }

/** One of each kind that the schema has: a new kind fails here until it is added. */
const whens: Record<When['kind'], object[]> = {
  EACH_REQUEST: [{ kind: 'EACH_REQUEST' }],
  REQUEST: FiringMode.options.map((mode) => ({ kind: 'REQUEST', condition: ofRequest, mode, ...firing })),
  HEARTBEAT: [{ kind: 'HEARTBEAT', notifyWhenLate: true, ...firing }],
}
const secretHeaders = [['Authorization', 'Bearer of-the-alerts']]

const target = { uri: 'https://alerts.example/', method: 'POST', body: 'It {{ "did" }}', headers: secretHeaders }
const message = 'It happened'
/** What each channel has, with texts that any of its notifications may have. */
const settings = (slackId: string): Record<ChannelType, object> => ({
  EMAIL: { emailSetting: { address: verifiedAddress, subject: message, template: message } },
  SMS: { smsSetting: { countryCode: '+1', phoneNumber: '2125550100', template: message } },
  SLACK: { slackSetting: { channelId: slackId, messageTemplate: message } },
  HTTP: { request: { target } },
})

const taskOf = (state: string, slackId: string) => ({
  name: `Shop ${state}`,
  state,
  scheduler: { mode: 'INTERVAL', intervalSecond: 300 },
  request: { target: { uri: 'https://shop.example/', headers: secretHeaders } },
  charts: [{ name: 'Time', source: 'response_time', property: '' }],
  notifications: channelTypes.flatMap((type) =>
    FiringMode.options.map((mode) => ({ type, condition, firing: { mode, ...firing }, ...settings(slackId)[type] })),
  ),
})

const receiverOf = (state: string, type: ChannelType, slackId: string) => ({
  name: `Orders ${state} ${type}`,
  state,
  expectation: { mode: 'EVERY', everySeconds: 3600 },
  notifications: Object.values(whens)
    .flat()
    .map((when) => ({ type, when, ...settings(slackId)[type] })),
})

type Defined = { kind: 'task' | 'receiver'; view: TaskDefinitionView | ReceiverDefinitionView }

const readAll = async (user: TestUser): Promise<Defined[]> => {
  const of = async (kind: Defined['kind']) =>
    (await get(user, `/${kind}s/definitions`)).json<{ results: Defined['view'][] }>().results
  return [
    ...(await of('task')).map((view): Defined => ({ kind: 'task', view })),
    ...(await of('receiver')).map((view): Defined => ({ kind: 'receiver', view })),
  ]
}

describe('a file of everything that there is: each channel, each kind of when, each state, muted or not', () => {
  it('is exported from what was made by hand and compiles to what is stored', async () => {
    const ada = await test.signUp('Ada')
    await verifyAddress(test, ada)
    const slackId = await insertSlackChannel(test, ada)
    const create = async (path: string, body: object) => {
      const made = await post(ada, path, body)
      expect([made.statusCode, made.body]).toEqual([201, expect.any(String)])
    }
    for (const state of DefinedState.options) {
      await create('/tasks', taskOf(state, slackId))
      for (const type of receiverChannelTypes) await create('/receivers', receiverOf(state, type, slackId))
    }
    const [muted] = (await get(ada, '/receiver-notifications')).json<{ results: { id: string }[] }>().results
    const mute = await post(ada, `/receiver-notifications/${muted?.id}/mute`, { forSeconds: 3600 })
    expect([mute.statusCode, mute.body]).toEqual([200, expect.any(String)])
    const stored = await readAll(ada)
    expect(stored).toHaveLength(DefinedState.options.length * (1 + receiverChannelTypes.length))

    const { file } = exportFile(stored, { project: 'shop', keepsSecrets: true, slackChannelName: () => null })
    const text = writeYaml(file)
    expect(text).not.toContain('of-the-alerts')
    const { value, problems } = parseYaml(text)
    expect(problems).toEqual([])
    const compiled = compileFile(value)
    expect(compiled.problems).toEqual([])
    expect(compiled.resources).toHaveLength(stored.length)
    for (const { kind, view } of stored) {
      const resource = compiled.resources.find((each) => each.kind === kind && each.name === view.name)
      const rules = (notifications: readonly object[] = []) =>
        notifications.map((each) => ({ ...each, key: undefined, id: undefined }))
      expect(rules(resource?.notifications)).toEqual(rules(view.notifications))
      expect(resource?.state ?? 'ACTIVE').toBe(view.state)
    }
  })

  it('is planned as the same once its objects have their keys', async () => {
    const ada = await test.signUp('Bea')
    await verifyAddress(test, ada)
    const slackId = await insertSlackChannel(test, ada)
    const keyed = <T extends { notifications: object[] }>(of: T) => ({
      ...of,
      notifications: of.notifications.map((each, index) => ({ key: `n${index}`, ...each })),
    })
    const key = (index: number) => `k${index}`
    const resources = DefinedState.options
      .flatMap((state) => [
        { kind: 'task', ...keyed(taskOf(state, slackId)), charts: [] },
        ...receiverChannelTypes.map((type) => ({ kind: 'receiver', ...keyed(receiverOf(state, type, slackId)) })),
      ])
      .map((each, index) => ({ ...each, key: key(index) }))
    const applied = await ada.inject({
      method: 'POST',
      url: '/api/v1/apply',
      payload: { project: 'shop', mode: 'apply', resources },
    })
    expect([applied.statusCode, applied.body]).toEqual([200, expect.any(String)])
    const { file } = exportFile(await readAll(ada), {
      project: 'shop',
      keepsSecrets: true,
      slackChannelName: () => '#alerts',
    })
    const compiled = compileFile(parseYaml(writeYaml(file)).value)
    expect(compiled.problems).toEqual([])
    const planned = await plan(ada, compiled.resources)
    expect([planned.statusCode, planned.body]).toEqual([200, expect.any(String)])
    expect(new Set(opsOf(planned.json()))).toEqual(new Set(resources.map((each) => `same ${each.key}`)))
  })
})
