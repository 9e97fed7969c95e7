import { describe, expect, it } from 'vitest'
import { outboundMethods } from './request.ts'
import { clientFor, during, failureIn, requestTo, responseIn } from './testing/calls.ts'
import { bodyOf, startHttp, startRaw } from './testing/servers.ts'

interface Echo {
  method: string
  url: string
  rawHeaders: string[]
  body: string
}

const startEcho = async () => {
  const seen: Echo[] = []
  const target = await during(
    startHttp(async (request, response) => {
      const { method = '', url = '', rawHeaders } = request
      seen.push({ method, url, rawHeaders, body: await bodyOf(request) })
      response.end('ok')
    }),
  )
  return { target, seen }
}

/** Every value of a header as it stood on the wire. */
const valuesOf = (echo: Echo | undefined, name: string) =>
  (echo?.rawHeaders ?? []).filter((_value, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === name)

describe('what is sent', () => {
  it('has one of the methods that this client speaks', async () => {
    const { target, seen } = await startEcho()
    const failure = failureIn(await clientFor().send(requestTo(target.origin, { method: 'CONNECT' as 'GET' })))
    expect(failure).toMatchObject({ code: 'INTERNAL', message: 'The method CONNECT cannot be sent.' })
    expect(seen).toEqual([])
  })

  it.each(outboundMethods)('%s goes out as it is', async (method) => {
    const { target, seen } = await startEcho()
    expect(responseIn(await clientFor().send(requestTo(target.origin, { method }))).statusCode).toBe(200)
    expect(seen[0]?.method).toBe(method)
  })

  it.each(['POST', 'PUT', 'PATCH'] as const)('%s brings its body, with its length', async (method) => {
    const { target, seen } = await startEcho()
    const client = clientFor()
    await client.send(requestTo(target.origin, { method, body: 'grüezi' }))
    await client.send(requestTo(target.origin, { method, body: new Uint8Array([104, 105]) }))
    expect(seen.map(({ body }) => body)).toEqual(['grüezi', 'hi'])
    expect(valuesOf(seen[0], 'content-length')).toEqual(['7'])
  })

  it('the path and the query are kept, the fragment stays here', async () => {
    const { target, seen } = await startEcho()
    const outcome = await clientFor().send(requestTo(`${target.origin}/a%20b//c?d=e%2Ff&g#h`))
    expect(seen[0]?.url).toBe('/a%20b//c?d=e%2Ff&g')
    expect(responseIn(outcome).finalUri).toBe(`${target.origin}/a%20b//c?d=e%2Ff&g#h`)
  })

  it("headers keep their spelling, and the User-Agent is ours unless it is the user's", async () => {
    const { target, seen } = await startEcho()
    const client = clientFor()
    await client.send(
      requestTo(target.origin, {
        headers: [
          ['X-CamelCase', 'a, b'],
          ['knockwire-execution-id', '7'],
        ],
      }),
    )
    await client.send(requestTo(target.origin, { headers: [['user-agent', 'mine']] }))
    expect(seen[0]?.rawHeaders).toEqual(expect.arrayContaining(['X-CamelCase', 'a, b', 'knockwire-execution-id', '7']))
    expect(seen.map((echo) => valuesOf(echo, 'user-agent'))).toEqual([['Knockwire/test'], ['mine']])
  })

  it('basic authentication is UTF-8, and an Authorization header of the user comes first', async () => {
    const { target, seen } = await startEcho()
    const client = clientFor()
    const basicAuth = { username: 'zoë', password: 'pa:ss' }
    await client.send(requestTo(target.origin, { basicAuth }))
    await client.send(requestTo(target.origin, { basicAuth, headers: [['authorization', 'Bearer x']] }))
    expect(seen.map((echo) => valuesOf(echo, 'authorization'))).toEqual([
      [`Basic ${Buffer.from('zoë:pa:ss').toString('base64')}`],
      ['Bearer x'],
    ])
  })

  it('headers go out in their order, those of one name apart', async () => {
    const { target, seen } = await startEcho()
    const headers = [
      ['X-Twice', '1'],
      ['10', 'ten'],
      ['Accept', 'text/html'],
      ['9', 'nine'],
      ['x-twice', '2'],
    ] as const
    await clientFor().send(requestTo(target.origin, { headers }))
    expect(seen[0]?.rawHeaders.join('\n')).toContain(headers.flat().join('\n'))
  })

  it.each([
    ['GET', undefined],
    ['HEAD', undefined],
    ['POST', 'gr\u00fcezi'],
    ['POST', ''],
    ['PUT', undefined],
    ['DELETE', undefined],
    ['DELETE', 'text'],
  ] as const)('%s with the body %j: the client says beforehand which headers go out', async (method, body) => {
    const { target, seen } = await startEcho()
    const client = clientFor()
    const request = requestTo(`${target.origin}/path`, {
      method,
      headers: [
        ['X-Twice', '1'],
        ['Connection', 'close'],
        ['x-twice', '2'],
      ],
      basicAuth: { username: 'ada', password: 'pass' },
      ...(body !== undefined && { body }),
    })
    await client.send(request)
    expect(client.headersOf(request).flat()).toEqual(seen[0]?.rawHeaders)
  })

  it('the headers of a request whose address is no URL are known but for its host', () => {
    expect(clientFor().headersOf(requestTo('no url'))[0]).toEqual(['host', ''])
  })

  it('headers are UTF-8, and shown as the text that they are', async () => {
    const { target, seen } = await startEcho()
    const headers = [
      ['X-Text', 'café'],
      ['X-More', '日本 😀'],
    ] as const
    const request = requestTo(target.origin, { headers })
    await clientFor().send(request)
    expect(['x-text', 'x-more'].flatMap((name) => valuesOf(seen[0], name))).toEqual(
      headers.map(([, value]) => Buffer.from(value).toString('latin1')),
    )
    expect(clientFor().headersOf(request)).toEqual(expect.arrayContaining([...headers]))
  })

  it('headers of the connection are ours alone, so that a recorded request can be sent again', async () => {
    const { target, seen } = await startEcho()
    const recorded = {
      Connection: 'close',
      Host: 'virtual.example',
      'HTTP2-Settings': 'AAMAAABkAARAAAAA',
      'Content-Length': '9999',
      'Transfer-Encoding': 'chunked',
      'Keep-Alive': 'timeout=5',
      Upgrade: 'websocket',
      TE: 'trailers',
      Expect: '100-continue',
      'X-Kept': 'yes',
    }
    const request = requestTo(target.origin, { method: 'POST', headers: Object.entries(recorded), body: 'body' })
    expect(responseIn(await clientFor().send(request)).statusCode).toBe(200)
    expect(seen[0]?.body).toBe('body')
    expect(valuesOf(seen[0], 'content-length')).toEqual(['4'])
    expect(valuesOf(seen[0], 'connection')).toEqual(['keep-alive'])
    expect(valuesOf(seen[0], 'host')).toEqual([new URL(target.origin).host])
    expect(valuesOf(seen[0], 'x-kept')).toEqual(['yes'])
    expect(
      ['transfer-encoding', 'upgrade', 'te', 'expect', 'http2-settings'].flatMap((name) => valuesOf(seen[0], name)),
    ).toEqual([])
  })
})

describe('what comes back', () => {
  it('keeps every header in its order and case, Set-Cookie one by one', async () => {
    const head = [
      ['X-Mixed', 'Case'],
      ['Set-Cookie', 'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT'],
      ['10', 'ten'],
      ['Via', 'x'],
      ['9', 'nine'],
      ['set-cookie', 'b=2'],
      ['__proto__', 'own'],
      ['X-Latin', 'caf\u00e9'],
      ['VIA', 'y'],
      ['Content-Length', '0'],
    ] as const
    const text = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const target = await during(startRaw((socket) => socket.end(`HTTP/1.1 201 Created\r\n${text}\r\n`, 'latin1')))
    const outcome = responseIn(await clientFor().send(requestTo(target.origin)))
    expect(outcome.statusCode).toBe(201)
    expect(outcome.headers).toEqual(head)
  })

  it.each([
    [40_000, 'read'],
    [70_000, 'rejected'],
  ])('with headers of %i bytes is %s', async (size, expected) => {
    const target = await during(
      startRaw((socket) => socket.end(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(size)}\r\nContent-Length: 0\r\n\r\n`)),
    )
    const outcome = await clientFor().send(requestTo(target.origin))
    if (expected === 'read') expect(responseIn(outcome).headers[0]?.[1]).toHaveLength(size)
    else expect(failureIn(outcome).message).toContain('too large')
  })

  it.each([200, 404, 500, 503])('is an answer with %i', async (statusCode) => {
    const target = await during(startHttp((_request, response) => response.writeHead(statusCode).end('text')))
    expect(responseIn(await clientFor().send(requestTo(target.origin)))).toMatchObject({ statusCode, redirects: 0 })
  })

  it('says where the time went', async () => {
    const target = await during(
      startHttp((_request, response) => {
        setTimeout(() => response.write('a'), 30)
        setTimeout(() => response.end('b'), 60)
      }),
    )
    const client = clientFor()
    const startedAt = performance.now()
    const { timing, responseTimeMs } = responseIn(await client.send(requestTo(target.origin)))
    expect(timing.totalMs).toBeLessThan(performance.now() - startedAt + 1)
    expect(timing.totalMs).toBe(responseTimeMs)
    expect(timing.firstByteMs).toBeGreaterThanOrEqual(28)
    expect(timing.firstByteMs).toBeLessThanOrEqual(timing.totalMs)
    expect(timing.totalMs).toBeGreaterThanOrEqual(58)
    expect(timing).toMatchObject({ dnsMs: expect.any(Number), connectMs: expect.any(Number), tlsMs: null })
    expect((timing.dnsMs ?? NaN) + (timing.connectMs ?? NaN)).toBeLessThan(timing.firstByteMs)
    const again = responseIn(await client.send(requestTo(target.origin)))
    expect(again.timing).toMatchObject({ dnsMs: null, connectMs: null, tlsMs: null })
  })
})
