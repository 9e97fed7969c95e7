import type { TaskDefinitionView } from '@knockwire/domain/definitions/definition-views'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { get, makeDraft, post } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { applied, httpNotification, patch, receiverResource, taskResource } from '../testing/apply-calls.ts'

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
    const entityTag = String(read.headers['etag'])
    expect(entityTag).toMatch(/^"1-[\w-]{12}"$/)
    const changed = (tag: string) => patch(ada, `/tasks/${id}`, { description: 'x' }, { 'if-match': tag })
    expect((await changed(entityTag.replace('1', '2'))).statusCode).toBe(412)
    expect((await changed(entityTag)).statusCode).toBe(200)
    expect(read.json<TaskDefinitionView>()).toMatchObject({ id, key: null, state: 'ACTIVE' })
    expect(read.json<TaskDefinitionView>().request.target.headers).toEqual([['Authorization', { secret: true }]])
    expect((await get(ada, '/tasks/definitions')).body).not.toContain('squirrel')
  })

  it('are those of drafts as well, as what they become, and no draft is found otherwise', async () => {
    const [ada, bob] = [await test.signUp('Eve'), await test.signUp('Fay')]
    const id = await makeDraft(ada)
    const { id: receiverId } = (await post(ada, '/receivers?draft=true')).json<{ id: string }>()
    for (const path of [`/tasks/${id}`, `/receivers/${receiverId}`]) {
      expect((await get(ada, `${path}/definition`)).json()).toMatchObject({ key: null, state: 'ACTIVE' })
      expect((await get(bob, `${path}/definition`)).statusCode).toBe(404)
      expect((await patch(ada, path, { description: 'x' })).statusCode).toBe(404)
    }
    expect((await get(ada, '/tasks/definitions')).json()).toMatchObject({ total: 0 })
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
