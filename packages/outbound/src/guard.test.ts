import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { clientFor, during, failureIn, requestTo, responseIn, textIn } from './testing/calls.ts'
import { startHttp, startRaw } from './testing/servers.ts'
import { startSwallowing } from './testing/swallowing-port.ts'
import { shortMs, timeOut } from './testing/time-out.ts'

const answering = () => during(startHttp((_request, response) => response.end('reached')))

const hostSpellings = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '017700000001',
  '2130706433',
  '127.0.0.1.',
  '127.0.0.2',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  'localhost',
  'LocalHost',
  'localhost.',
  'sub.localhost',
  'ｌｏｃａｌｈｏｓｔ',
]

describe('loopback without an exception', () => {
  it.each(hostSpellings)('is not connected to as %s', async (host) => {
    const target = await answering()
    const client = clientFor({ allowCidrs: [] })
    const outcome = await client.send(requestTo(`http://${host}:${target.port}/`))
    expect(failureIn(outcome).code).toBe('BLOCKED_ADDRESS')
    expect(target.connectionCount).toBe(0)
  })

  it('is not connected to through a proxy of the environment', async () => {
    const proxy = await answering()
    vi.stubEnv('HTTP_PROXY', proxy.origin)
    vi.stubEnv('http_proxy', proxy.origin)
    const client = clientFor({ allowCidrs: [], resolve: async () => ['10.0.0.1'] })
    const outcome = await client.send(requestTo('http://example.com/'))
    vi.unstubAllEnvs()
    expect(failureIn(outcome).code).toBe('BLOCKED_ADDRESS')
    expect(proxy.connectionCount).toBe(0)
  })
})

describe('names', () => {
  it.each([
    [['127.0.0.1']],
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['fd00::1']],
    [['93.184.215.14', '127.0.0.1']],
    [['127.0.0.1', '2606:4700::1111']],
  ])('that resolve to %j are blocked', async (addresses) => {
    const target = await answering()
    const client = clientFor({ allowCidrs: [], resolve: async () => addresses })
    const outcome = await client.send(requestTo(`http://rebind.example:${target.port}/`))
    expect(failureIn(outcome).code).toBe('BLOCKED_ADDRESS')
    expect(target.connectionCount).toBe(0)
  })

  it('are blocked in the same words as addresses, so that nothing is learnt of this network', async () => {
    const client = clientFor({ allowCidrs: [], resolve: async () => ['10.1.2.3'] })
    const byName = failureIn(await client.send(requestTo('http://intranet.example/')))
    const byAddress = failureIn(await client.send(requestTo('http://10.1.2.3/')))
    const byLocalName = failureIn(await client.send(requestTo('http://db.internal/')))
    expect(byName.message).toBe(byAddress.message)
    expect(byLocalName.message).toBe(byAddress.message)
  })

  it('are resolved once for a connection, so that a second answer has no chance', async () => {
    const target = await answering()
    const resolve = vi
      .fn<() => Promise<string[]>>()
      .mockResolvedValueOnce(['127.0.0.1'])
      .mockResolvedValue(['10.0.0.1'])
    const client = clientFor({ resolve, dnsCacheMs: 0 })
    const outcome = await client.send(requestTo(`http://rebind.example:${target.port}/`))
    expect(textIn(outcome)).toBe('reached')
    expect(resolve).toHaveBeenCalledTimes(1)
  })

  it('are vetted again for the next connection', async () => {
    const target = await during(
      startHttp((_request, response) => response.setHeader('connection', 'close').end('reached')),
    )
    const resolve = vi
      .fn<() => Promise<string[]>>()
      .mockResolvedValueOnce(['127.0.0.1'])
      .mockResolvedValue(['10.0.0.1'])
    const client = clientFor({ resolve, dnsCacheMs: 0 })
    const uri = `http://rebind.example:${target.port}/`
    expect(responseIn(await client.send(requestTo(uri))).statusCode).toBe(200)
    expect(failureIn(await client.send(requestTo(uri))).code).toBe('BLOCKED_ADDRESS')
    expect(target.connectionCount).toBe(1)
  })

  it('that many look up at once are one query', async () => {
    const target = await answering()
    const resolve = vi.fn<() => Promise<string[]>>(async () => ['127.0.0.1'])
    const client = clientFor({ resolve })
    const uri = `http://busy.example:${target.port}/`
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => client.send(requestTo(uri))))
    expect(outcomes.map(textIn)).toEqual(Array(20).fill('reached'))
    expect(resolve).toHaveBeenCalledTimes(1)
  })

  // Node itself would go to 127.0.0.1 where nothing else is set.
  it.each([[['127.0.0.2']], [['127.0.0.99', '127.0.0.2']]])(
    'of the addresses %j are reached at the one that listens',
    async (addresses) => {
      const target = await during(startHttp((_request, response) => response.end('reached'), '127.0.0.2'))
      const client = clientFor({ resolve: async () => addresses })
      const outcome = await client.send(requestTo(`http://far.example:${target.port}/`))
      expect(textIn(outcome)).toBe('reached')
      expect(textIn(await client.send(requestTo(target.origin)))).toBe('reached')
    },
  )

  it.each([
    ['ENOTFOUND', 'was not found'],
    ['ENODATA', 'was not found'],
    ['EBADNAME', 'was not found'],
    [undefined, 'was not found'],
    [7, 'was not found'],
    ['ETIMEOUT', 'could not be resolved'],
    ['ESERVFAIL', 'could not be resolved'],
  ])('that do not resolve (%s) say so', async (code, words) => {
    const client = clientFor({ resolve: () => Promise.reject(Object.assign(new Error('no'), { code })) })
    const failure = failureIn(await client.send(requestTo('http://nowhere.example/')))
    expect(failure.code).toBe('DNS_NOT_FOUND')
    expect(failure.message).toContain(`nowhere.example ${words}`)
  })

  it('with no address at all are not found', async () => {
    const client = clientFor({ resolve: async () => [] })
    const failure = failureIn(await client.send(requestTo('http://empty.example/')))
    expect(failure).toMatchObject({ code: 'DNS_NOT_FOUND', message: expect.stringContaining('was not found') })
  })

  it('with what is no address are blocked', async () => {
    const client = clientFor({ resolve: async () => ['evil.example'] })
    expect(failureIn(await client.send(requestTo('http://odd.example/'))).code).toBe('BLOCKED_ADDRESS')
  })

  it('that this server cannot look up are its own fault, with the cause for its log', async () => {
    const cause = new Error('a fault of the resolver')
    const resolve = () => {
      throw cause
    }
    const failure = failureIn(await clientFor({ resolve }).send(requestTo('http://any.example/')))
    expect(failure).toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('error on this server'), cause })
  })

  it('of a host none of whose addresses listens fail with a refused connection', async () => {
    const target = await startHttp(() => {})
    await target.close()
    const client = clientFor({ resolve: async () => ['127.0.0.98', '127.0.0.99'] })
    const failure = failureIn(await client.send(requestTo(`http://two.example:${target.port}/`)))
    expect(failure.code).toBe('CONNECTION_REFUSED')
    expect(failure).not.toHaveProperty('cause')
  })
})

describe('with exceptions', () => {
  it.each(['localhost', 'app.localhost'])('%s leads to loopback without a DNS query', async (host) => {
    const target = await answering()
    const resolve = vi.fn<() => Promise<string[]>>(async () => ['93.184.215.14'])
    const client = clientFor({ resolve })
    expect(textIn(await client.send(requestTo(`http://${host}:${target.port}/`)))).toBe('reached')
    expect(resolve).not.toHaveBeenCalled()
  })

  it('a local name leads only where the operator opened', async () => {
    const target = await answering()
    const uri = `http://app.internal:${target.port}/`
    const inside = clientFor({ resolve: async () => ['127.0.0.1'] })
    expect(textIn(await inside.send(requestTo(uri)))).toBe('reached')
    const outside = clientFor({ resolve: async () => ['93.184.215.14'] })
    expect(failureIn(await outside.send(requestTo(uri))).code).toBe('BLOCKED_ADDRESS')
  })

  it("this server's own endpoints stay shut under every spelling", async () => {
    const target = await answering()
    const client = clientFor({
      allowCidrs: ['127.0.0.0/8', '0.0.0.0/8', '::1'],
      deniedAddresses: [{ address: '127.0.0.1', port: target.port }],
      resolve: async () => ['127.0.0.3'],
    })
    const hosts = [...hostSpellings, 'own.example']
    const outcomes = await Promise.all(hosts.map((host) => client.send(requestTo(`http://${host}:${target.port}/`))))
    expect(outcomes.map((outcome) => failureIn(outcome).code)).toEqual(hosts.map(() => 'BLOCKED_ADDRESS'))
    expect(target.connectionCount).toBe(0)
  })
})

describe('a connection that went elsewhere than to the address that was vetted', () => {
  // To 0.0.0.0, which is opened here, the system connects by way of 127.0.0.1, which is not.
  it('is closed before anything is sent', async () => {
    let received = ''
    const target = await during(startRaw((_socket, text) => (received += text)))
    const client = clientFor({ allowCidrs: ['0.0.0.0'] })
    const outcome = await client.send(requestTo(`http://0.0.0.0:${target.port}/`))
    expect(failureIn(outcome).code).toBe('BLOCKED_ADDRESS')
    await vi.waitFor(() => expect(target.sockets.size).toBe(0), 30_000)
    expect(received).toBe('')
  })
})

describe('what cannot be called', () => {
  it.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'http://user:secret@127.0.0.1/',
    'http://127.0.0.1:6379/',
    'not a url',
    'http://',
  ])('%s is rejected with a message', async (uri) => {
    const failure = failureIn(await clientFor().send(requestTo(uri)))
    expect(failure.code).toBe('BLOCKED_ADDRESS')
    expect(failure.message).toMatch(/^[A-Z].*\.$/)
  })
})

describe('a port that gives no connection', () => {
  it('answers alike whether it refuses or swallows', async () => {
    const closed = await startHttp(() => {})
    await closed.close()
    const swallowing = await startSwallowing()
    onTestFinished(swallowing.close)
    const rejected = failureIn(await clientFor().send(requestTo(closed.origin)))
    const swallowed = await timeOut(requestTo(swallowing.origin), () =>
      process.getActiveResourcesInfo().includes('ConnectWrap'),
    )
    expect(swallowed.responseTimeMs).toBe(shortMs)
    await vi.waitFor(() => expect(process.getActiveResourcesInfo()).not.toContain('ConnectWrap'), 30_000)
    expect(rejected.code).toBe('CONNECTION_REFUSED')
    expect({ ...swallowed, responseTimeMs: 0 }).toEqual({ ...rejected, responseTimeMs: 0 })
  })
})
