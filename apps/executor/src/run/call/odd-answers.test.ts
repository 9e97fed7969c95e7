import type { StoredRequest } from '@knockwire/db/stored-json'
import type { Socket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { scheduleOf, untilEnded } from '../../testing/history.ts'
import { startRawTarget } from '../../testing/peers/raw-target.ts'
import { seedAccount, seedTask } from '../../testing/rows/seed.ts'
import { startTarget, type Target } from '../../testing/peers/target.ts'
import { startTestExecutor, type TestExecutor, useTestDatabase } from '../../testing/test-executor.ts'

const text = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString()

describe('a run whose target hangs, drips, truncates, redirects, resets or lies', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let target: Target
  let executor: TestExecutor
  let accountId: string

  beforeAll(async () => {
    target = await startTarget()
    stopAfter(target.close)
    accountId = (await seedAccount(db)).id
    executor = await startTestExecutor(url, { outbound: { timeoutMs: 1500, allowCidrs: ['127.0.0.1', '::1'] } })
    stopAfter(executor.stop)
  })

  /** Makes the request once, on its schedule, and gives what was recorded. */
  const run = async (uri: string, request: Partial<StoredRequest> = {}) => {
    const [execution] = await untilEnded(db, await seedTask(db, { accountId, uri, request }))
    if (!execution) throw new Error('Nothing was recorded.')
    return execution
  }
  const runRaw = async (onRequest: (socket: Socket) => void) => {
    const raw = await startRawTarget(onRequest)
    const execution = await run(raw.origin)
    await raw.close()
    return execution
  }

  const failed = (errorCode: string) => ({
    status: 'FAILED',
    errorCode,
    statusCode: null,
    details: { errorMessage: expect.stringMatching(/\w{3,}.*\./), responseBody: null },
  })

  const keptRedirect = (redirects: number) => ({
    statusCode: 302,
    details: {
      errorMessage: expect.stringContaining('The target redirected'),
      redirects,
      finalUri: expect.stringContaining(target.origin),
      responseHeaders: expect.arrayContaining([['location', expect.any(String)]]),
    },
  })

  it.each([
    ['file:///x', 'BLOCKED_ADDRESS', '“file:///x”'],
    ['http://user:pw@h.example/', 'BLOCKED_ADDRESS', '“http://h.example/”'],
    ['http://10.0.0.1/', 'BLOCKED_ADDRESS', '“http://10.0.0.1/”'],
    ['', 'INVALID_RESPONSE', 'empty'],
    ['http://[', 'INVALID_RESPONSE', 'not a valid URL'],
  ])('says that a target redirected to "%s", and keeps that redirect', async (location, errorCode, message) => {
    target.on('/astray', ({ response }) => void response.writeHead(302, { location }).end('moved'))
    const execution = await run(`${target.origin}/astray`)
    expect(execution).toMatchObject({ status: 'FAILED', errorCode, ...keptRedirect(0) })
    expect(execution.details?.errorMessage).toContain(message)
    expect(text(execution.details?.responseBody)).toBe('moved')
    expect(await scheduleOf(db, execution.taskId)).toMatchObject({ consecutiveFailures: 1 })
  })

  it.each([
    ['a status below 100', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n', 'status code'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', '101'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na', 'more than one'],
    ['a NUL in a header', 'HTTP/1.1 200 OK\r\nX-A: \0\r\nContent-Length: 0\r\n\r\n', 'control character'],
  ])('says why it takes %s for no answer, which is no fault of ours', async (_name, answer, why) => {
    const execution = await runRaw((socket) => void socket.end(answer, 'latin1'))
    expect(execution).toMatchObject(failed('INVALID_RESPONSE'))
    expect(execution.details?.errorMessage).toContain(why)
  })

  it("records a response's headers as text, whether they came in UTF-8 or Latin-1", async () => {
    const head = 'HTTP/1.1 200 OK\r\nX-A: caf\xc3\xa9\r\nX-B: caf\xe9\r\nContent-Length: 0\r\n\r\n'
    const execution = await runRaw((socket) => void socket.end(head, 'latin1'))
    expect(execution.details?.responseHeaders).toEqual([
      ['X-A', 'café'],
      ['X-B', 'café'],
      ['Content-Length', '0'],
    ])
  })

  it('ends a call to a target that hangs', async () => {
    expect(await runRaw(() => {})).toMatchObject(failed('TIMEOUT'))
  })

  it('ends a call to a target that drips', async () => {
    const drip = (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')
      const timer = setInterval(() => socket.write('x'), 50)
      socket.on('close', () => clearInterval(timer))
    }
    expect(await runRaw(drip)).toMatchObject(failed('TIMEOUT'))
  })

  it('takes a body that ends too early for no answer', async () => {
    const truncate = (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')
    expect(await runRaw(truncate)).toMatchObject(failed('CONNECTION_RESET'))
  })

  it('reports a target that resets the connection', async () => {
    expect(await runRaw((socket) => void socket.resetAndDestroy())).toMatchObject(failed('CONNECTION_RESET'))
  })

  it('reports an answer that is no HTTP', async () => {
    expect(await runRaw((socket) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n'))).toMatchObject(
      failed('INVALID_RESPONSE'),
    )
  })

  it('reports a target that redirects for ever', async () => {
    target.on('/loop', ({ response }) => void response.writeHead(302, { location: '/loop' }).end())
    expect(await run(`${target.origin}/loop`)).toMatchObject({ ...failed('TOO_MANY_REDIRECTS'), ...keptRedirect(10) })
  })

  it('reports a port where nobody listens', async () => {
    const closed = await startRawTarget(() => {})
    await closed.close()
    expect(await run(closed.origin)).toMatchObject(failed('CONNECTION_REFUSED'))
  })

  it.each(['http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data/', 'http://[::ffff:10.0.0.1]/'])(
    'does not call %s',
    async (uri) => {
      expect(await run(uri)).toMatchObject(failed('BLOCKED_ADDRESS'))
    },
  )

  it('met no error of its own in all of this', () => {
    expect(executor.errors).toEqual([])
  })
})
