import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeToken } from '../../testing/calls/token-calls.ts'
import { get } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let url: string
let ada: TestUser
let bob: TestUser

beforeAll(async () => {
  test = await createTestApp()
  url = await test.app.listen({ host: '127.0.0.1', port: 0 })
  ;[ada, bob] = [await test.signUp('Ada'), await test.signUp('Bob')]
})
afterAll(() => test.close())

const connect = async (token: string): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
  onTestFinished(() => client.close())
  return client
}
const connectAs = async (user: TestUser, scope: 'READ' | 'WRITE') => connect((await makeToken(user, scope)).token)

const textOf = (result: unknown): string => {
  const { content } = result as { content: { text: string }[] }
  return content[0]?.text ?? ''
}
const call = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
  const result = await client.callTool({ name, arguments: args })
  return {
    isError: result.isError === true,
    text: textOf(result),
    value: result.structuredContent as Record<string, never>,
  }
}

const scheduler = { mode: 'INTERVAL', intervalSecond: 300 }
const task = { name: 'Front', scheduler, request: { target: { uri: 'http://127.0.0.1:8765/' } } }

describe('the Model Context Protocol', () => {
  it('offers the calls of the API as tools, and says which of them only read', async () => {
    const client = await connectAs(ada, 'READ')
    const { tools } = await client.listTools()
    const readers = tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name)
    expect(readers.toSorted()).toEqual(
      [
        'get_execution',
        'get_receiver',
        'get_request',
        'get_task',
        'list_executions',
        'list_receivers',
        'list_requests',
        'list_tasks',
        'plan',
      ].toSorted(),
    )
    for (const { description, inputSchema } of tools) {
      expect(description).toMatch(/\.$/)
      expect(inputSchema.type).toBe('object')
    }
    expect(client.getServerVersion()?.name).toBe('knockwire')
  })

  it('creates, changes and reads with a token that may change things', async () => {
    const client = await connectAs(ada, 'WRITE')
    const created = await call(client, 'create_task', { ...task, key: 'front' })
    expect([created.isError, created.text]).toEqual([false, expect.stringContaining('"key":"front"')])
    const taskId = created.value['id']
    const changed = await call(client, 'change_task', { taskId, name: 'Shop front', state: 'PAUSED' })
    expect(changed.value).toMatchObject({ name: 'Shop front', state: 'PAUSED', scheduler })
    expect((await call(client, 'list_tasks')).value).toMatchObject({ total: 1 })
    expect((await call(client, 'get_task', { taskId })).value).toMatchObject({ name: 'Shop front' })
    expect((await call(client, 'list_executions', { taskId })).value).toMatchObject({ results: [] })
    const receiver = await call(client, 'create_receiver', { name: 'Orders' })
    expect(receiver.isError).toBe(false)
    expect((await call(client, 'list_receivers')).value).toMatchObject({ total: 1 })
    const resources = [{ kind: 'task', key: 'other', ...task }]
    const planned = await call(client, 'plan', { project: 'shop', resources })
    expect(planned.value).toMatchObject({ changes: [{ op: 'create', key: 'other' }] })
    const applied = await call(client, 'apply', {
      project: 'shop',
      resources,
      expectedRevision: planned.value['revision'],
    })
    expect([applied.isError, applied.text]).toEqual([false, expect.stringContaining('"create"')])
  })

  it('changes nothing with a token that may only read, and says why', async () => {
    const client = await connectAs(bob, 'READ')
    for (const [name, args] of [
      ['create_task', task],
      ['create_receiver', { name: 'Orders' }],
      ['apply', { project: 'shop', resources: [] }],
      ['run_task', { taskId: '0198f3a0-0000-7000-8000-000000000001' }],
    ] as const) {
      const rejected = await call(client, name, args)
      expect([name, rejected.isError, JSON.parse(rejected.text).code]).toEqual([name, true, 'FORBIDDEN'])
    }
    expect((await get(bob, '/tasks?page=0&size=20')).json()).toMatchObject({ total: 0 })
  })

  it('plans with a token that may only read', async () => {
    const client = await connectAs(bob, 'READ')
    const resources = [{ kind: 'task', key: 'other', ...task }]
    const planned = await call(client, 'plan', { project: 'shop', resources })
    expect([planned.isError, planned.value]).toMatchObject([false, { changes: [{ op: 'create', key: 'other' }] }])
    expect((await get(bob, '/tasks?page=0&size=20')).json()).toMatchObject({ total: 0 })
  })

  it('shows nobody what is another account’s, and says what is wrong with what is sent', async () => {
    const client = await connectAs(bob, 'WRITE')
    const [first] = (await get(ada, '/tasks?page=0&size=20')).json<{ results: { id: string }[] }>().results
    expect((await call(client, 'list_tasks')).value).toMatchObject({ total: 0 })
    const foreign = await call(client, 'get_task', { taskId: first?.id })
    expect([foreign.isError, JSON.parse(foreign.text).code]).toEqual([true, 'NOT_FOUND'])
    const wrong = await call(client, 'create_task', { ...task, url: 'x' })
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('url')])
    await expect(client.callTool({ name: 'delete_everything' })).rejects.toThrow('There is no tool')
  })

  it('has the documentation as resources', async () => {
    const client = await connectAs(ada, 'READ')
    const { resources } = await client.listResources()
    expect(resources.length).toBeGreaterThan(0)
    const [page] = resources
    expect(page?.uri).toMatch(/^http:\/\/127\.0\.0\.1:3000\/docs/)
    const { contents } = await client.readResource({ uri: page?.uri ?? '' })
    expect(contents).toMatchObject([{ uri: page?.uri, mimeType: 'text/plain' }])
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('no such page')
  })

  it('lets nobody in without a token, with a wrong one, or from the page of another site', async () => {
    const post = (headers: Record<string, string>, payload: object = { jsonrpc: '2.0', id: 1, method: 'tools/list' }) =>
      test.app.inject({ method: 'POST', url: '/mcp', headers: { host: '127.0.0.1:3000', ...headers }, payload })
    const visitor = await post({})
    expect([visitor.statusCode, visitor.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Bearer')])
    expect((await post({ authorization: 'Bearer kw_wrong' })).statusCode).toBe(401)
    const { token } = await makeToken(ada, 'READ')
    const authorization = `Bearer ${token}`
    expect((await post({ authorization, origin: 'https://elsewhere.example' })).statusCode).toBe(403)
    expect((await post({ authorization }, [{ jsonrpc: '2.0', id: 1, method: 'ping' }])).statusCode).toBe(400)
    expect((await post({ authorization }, { jsonrpc: '2.0', method: 'notifications/initialized' })).statusCode).toBe(
      202,
    )
    expect((await post({ authorization }, { jsonrpc: '2.0', id: 2, method: 'none' })).json()).toMatchObject({
      error: { code: -32_601 },
    })
    expect((await test.app.inject({ url: '/mcp', headers: { host: '127.0.0.1:3000' } })).statusCode).toBe(405)
  })
})
