import { describe, expect, it } from 'vitest'
import { ApplyInput } from './apply.ts'
import { pathsOfSchema } from '../file/testing/schema-paths.ts'
import { ReceiverDefinitionView, TaskDefinitionView } from './definition-views.ts'
import { ReceiverDefinition, TaskDefinition } from './definition.ts'

const task = {
  name: 'Shop front',
  scheduler: { mode: 'INTERVAL', intervalSecond: 60 },
  request: { target: { uri: 'https://shop.example/' } },
}

describe('definitions', () => {
  it('need nothing but what a task cannot do without', () => {
    const parsed = TaskDefinition.parse(task)
    expect(parsed).toMatchObject({ description: null, labels: {} })
    expect(parsed.notifications).toBeUndefined()
  })

  it('keep a header’s value that is sent back as a secret', () => {
    const headers = { Authorization: { secret: true }, Accept: 'text/html' }
    const parsed = TaskDefinition.parse({ ...task, request: { target: { ...task.request.target, headers } } })
    expect(parsed.request.target.headers).toEqual([
      ['Authorization', { secret: true }],
      ['Accept', 'text/html'],
    ])
  })

  it('reject a field that they do not know', () => {
    expect(TaskDefinition.safeParse({ ...task, url: 'https://shop.example/' }).success).toBe(false)
    expect(ReceiverDefinition.safeParse({ name: 'Orders', url: '/' }).success).toBe(false)
  })

  it('reject keys that no address could hold', () => {
    const named = (key: string) =>
      ApplyInput.safeParse({ project: 'shop', mode: 'plan', resources: [{ kind: 'task', key, ...task }] }).success
    expect(['shop-front', 'a', '1.2_x', 'x'.repeat(128)].map(named)).toEqual([true, true, true, true])
    expect(['', 'Shop', '-a', 'a b', 'x'.repeat(129), 'ä'].map(named)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ])
  })
})

/** Another way to write what is read as an id. */
const isOtherWay = (path: string) => path === '/notifications/*/slackSetting/channel'

describe('what is read of a definition', () => {
  it.each([
    ['task', TaskDefinition, TaskDefinitionView],
    ['receiver', ReceiverDefinition, ReceiverDefinitionView],
  ])('has every field that may be sent of a %s, so that it can be sent back whole', (_kind, sent, read) => {
    const shown = pathsOfSchema(read)
    expect(shown).toContain('/notifications/*/request/target/headers')
    expect([...pathsOfSchema(sent)].filter((path) => !shown.has(path) && !isOtherWay(path))).toEqual([])
  })
})
