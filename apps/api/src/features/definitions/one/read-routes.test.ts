import type { TaskDefinitionView } from '@knockwire/domain/definitions/definition-views'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { get } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { applied, httpNotification, receiverResource, taskResource } from '../testing/apply-calls.ts'

const secretHeader = ['Authorization', 'Bearer squirrel'] as const

describe('definitions of tasks and receivers, whether they have a key or not', () => {
  let test: TestApp
  beforeAll(async () => void (test = await createTestApp()))
  afterAll(() => test.close())

  it('leave out secrets, also for their owner', async () => {
    const ada = await test.signUp('Ada')
    const request = { target: { uri: 'https://example.com', headers: [secretHeader] } }
    const payload = { ...taskResource('x'), kind: undefined, key: undefined, request, notifications: [] }
    const created = await ada.inject({ method: 'POST', url: '/api/v1/tasks', payload })
    expect(created.statusCode, created.body).toBe(201)
    const { id } = created.json<TaskDefinitionView>()
    const read = await get(ada, `/tasks/${id}/definition`)
    expect(read.statusCode).toBe(200)
    expect(read.headers['etag']).toBeTruthy()
    expect(read.json<TaskDefinitionView>()).toMatchObject({ id, key: null, state: 'ACTIVE' })
    expect(read.json<TaskDefinitionView>().request.target.headers).toEqual([['Authorization', { secret: true }]])
    expect((await get(ada, '/tasks/definitions')).body).not.toContain('squirrel')
  })

  it('are listed page by page, with all that belongs to them', async () => {
    const ada = await test.signUp('Cid')
    const tasks = ['a', 'b', 'c'].map((key) => taskResource(key, { notifications: [httpNotification('hook')] }))
    await applied(ada, [...tasks, receiverResource('orders')])
    const first = (await get(ada, '/tasks/definitions?size=2')).json()
    expect(first.results.map(({ key }: TaskDefinitionView) => key)).toEqual(['a', 'b'])
    const second = (await get(ada, '/tasks/definitions?size=2&page=1')).json()
    expect(second).toMatchObject({ results: [{ key: 'c', notifications: [{ key: 'hook' }] }], total: 3 })
    expect((await get(ada, '/receivers/definitions')).json()).toMatchObject({
      results: [{ key: 'orders' }],
      total: 1,
    })
  })

  it('are read by the account’s members alone', async () => {
    const [ada, bob] = [await test.signUp('Dan'), await test.signUp('Bob')]
    const { changes } = await applied(ada, [taskResource('a'), receiverResource('orders')])
    for (const { kind, id } of changes) {
      const path = `/${kind}s/${id}/definition`
      expect((await get(ada, path)).statusCode).toBe(200)
      expect((await get(bob, path)).statusCode).toBe(404)
      expect((await test.inject({ url: `/api/v1${path}` })).statusCode).toBe(401)
      expect((await get(bob, `/${kind}s/definitions`)).json()).toMatchObject({ results: [], total: 0 })
    }
  })
})
