import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/calls/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { ensureDemoAccount } from './ensure-demo-account.ts'

const demo = { email: 'demo@knockwire.example', password: 'knock knock who is there' }

describe('the demonstration account', () => {
  let test: TestApp
  afterEach(() => test.close())

  const signIn = (password: string) =>
    test.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload: { email: demo.email, password } })
  const countRows = async (rows: 'accounts' | 'tasks where not is_draft') =>
    (await test.pool.query<{ count: number }>(`select count(*)::int as count from ${rows}`)).rows[0]?.count

  it('is created once, however often and by how many processes it is requested', async () => {
    test = await createTestApp({ settings: { demo } })
    await Promise.all([ensureDemoAccount(test.context), ensureDemoAccount(test.context)])
    await ensureDemoAccount(test.context)
    expect([await countRows('accounts'), await countRows('tasks where not is_draft')]).toEqual([1, 1])
    expect((await signIn(demo.password)).json()).toMatchObject({ isEmailVerified: true, user: { firstName: 'Demo' } })
  })

  it('has a task that calls its own receiver every minute', async () => {
    test = await createTestApp({ settings: { demo } })
    await ensureDemoAccount(test.context)
    const cookie = (await signIn(demo.password)).headers['set-cookie']
    const ask = async (url: string) => {
      const answer = await test.inject({ url: `/api/v1${url}`, headers: { cookie: String(cookie) } })
      return answer.json<{ results: unknown[] }>().results
    }
    const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:3001\/r\//)
    expect(await ask('/receivers')).toEqual([expect.objectContaining({ status: 'ACTIVE', url })])
    const [receiver] = await ask('/receivers')
    expect(await ask('/tasks')).toMatchObject([
      {
        status: 'ACTIVE',
        scheduler: { mode: 'INTERVAL', intervalSecond: 60 },
        request: { target: { uri: (receiver as { url: string }).url } },
      },
    ])
  })

  it('is not opened to an assistant through a proxy, whatever the proxy sends, or by HTTP/1.0 alone', async () => {
    test = await createTestApp({ settings: { demo } })
    await ensureDemoAccount(test.context)
    const cookie = String((await signIn(demo.password)).headers['set-cookie']).split(';')[0] ?? ''
    const payload = { name: 'program' }
    const made = await test.inject({ method: 'POST', url: '/api/v1/accounts/me/tokens', headers: { cookie }, payload })
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_tasks' } })
    const { port } = new URL(await test.app.listen({ host: '127.0.0.1', port: 0 }))
    const statusOf = async (protocol: '1.0' | '1.1', headers: Record<string, string> = {}) => {
      const sent = {
        Host: '127.0.0.1:3000',
        Authorization: `Bearer ${made.json<{ token: string }>().token}`,
        'Content-Type': 'application/json',
        'Content-Length': String(message.length),
        Connection: 'close',
        ...headers,
      }
      const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(`POST /mcp HTTP/${protocol}\r\n${lines.join('')}\r\n${message}`)
      return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1])
    }
    expect(await statusOf('1.1')).toBe(200)
    expect(await statusOf('1.0')).toBe(401)
    for (const name of ['X-Forwarded-For', 'X-Forwarded-Port', 'Forwarded', 'Via', 'X-Real-IP', 'CF-Connecting-IP'])
      expect([name, await statusOf('1.1', { [name]: '127.0.0.1' })]).toEqual([name, 401])
  })

  it.each([
    ['from another machine', { remoteAddress: '192.168.1.7' }],
    ['through a proxy on its own machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ])('is not opened %s: not with its password, a reset code, a session or a token', async (_where, connection) => {
    test = await createTestApp({ settings: { demo } })
    await ensureDemoAccount(test.context)
    const post = (url: string, payload: object) =>
      test.inject({ method: 'POST', url: `/api/v1${url}`, payload, ...connection })
    const { email, password } = demo
    const answers = [
      await post('/auth/sign-in', { email, password }),
      await post('/auth/sign-in', { email: ' Demo@Knockwire.example', password }),
      await post('/auth/sign-up', { email, password, firstName: 'A', lastName: 'B' }),
      await post('/auth/forgot', { email }),
      await post('/auth/reset', { email, otp: 'AAAA-BBBB-CCCC', password: 'another long password' }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])
    expect(answers[0]?.json()).toMatchObject({ message: expect.stringContaining('for this machine alone') })
    await test.context.background.settled()
    expect(await mailsTo(test, email)).toEqual([])
    const cookie = String((await signIn(password)).headers['set-cookie']).split(';')[0] ?? ''
    const status = async (headers: Record<string, string>, where: object = {}) =>
      (await test.app.inject({ url: '/api/v1/accounts/me', ...where, headers: { host: '127.0.0.1:3000', ...headers } }))
        .statusCode
    const made = await test.inject({
      method: 'POST',
      url: '/api/v1/accounts/me/tokens',
      headers: { cookie },
      payload: { name: 'program' },
    })
    const authorization = `Bearer ${made.json<{ token: string }>().token}`
    const { remoteAddress, headers } = { remoteAddress: '127.0.0.1', headers: {}, ...connection }
    for (const credential of [{ cookie }, { authorization }]) {
      expect(await status(credential)).toBe(200)
      expect(await status({ ...credential, ...headers }, { remoteAddress })).toBe(401)
    }
  })

  it('leaves other accounts of embedded mode as they are', async () => {
    test = await createTestApp({ settings: { demo } })
    const { email, password } = await test.signUp('Ada')
    const headers = { 'x-forwarded-for': '127.0.0.1' }
    const answer = await test.inject({
      method: 'POST',
      url: '/api/v1/auth/sign-in',
      payload: { email, password },
      headers,
    })
    expect(answer.statusCode).toBe(200)
  })

  it('is made whole by the next start where one was broken off', async () => {
    test = await createTestApp({ settings: { demo } })
    const { context } = test
    // The last of it: the task's address is looked at.
    const checkUri = () => {
      throw new Error('The process ends.')
    }
    await expect(ensureDemoAccount({ ...context, checkUri })).rejects.toThrow('The process ends.')
    await ensureDemoAccount(context)
    expect([await countRows('accounts'), await countRows('tasks where not is_draft')]).toEqual([1, 1])
  })

  it('opens with the password that the start prints, also after that changed', async () => {
    test = await createTestApp({ settings: { demo } })
    await ensureDemoAccount(test.context)
    const settings = { ...test.context.settings, demo: { ...demo, password: 'another readable one' } }
    await ensureDemoAccount({ ...test.context, settings })
    expect((await signIn(demo.password)).statusCode).toBe(401)
    expect((await signIn('another readable one')).statusCode).toBe(200)
  })

  it('is not made outside embedded mode', async () => {
    test = await createTestApp({ settings: { demo, isEmbedded: false } })
    await ensureDemoAccount(test.context)
    expect(await countRows('accounts')).toBe(0)
  })
})
