import type { IncomingMessage, ServerResponse } from 'node:http'
import { createSecureContext, getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { queryObjects } from 'node:v8'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { clientFor, during, failureIn, requestTo, responseIn, textIn } from './testing/calls.ts'
import { expired, trusted, untrusted } from './testing/certificates.ts'
import { startHttp, startHttps, startTcp } from './testing/servers.ts'
import { timeOut } from './testing/time-out.ts'

beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), trusted.cert, expired.cert]))

const secured = (certificate: typeof trusted) =>
  during(startHttps(certificate, (_request, response) => response.end('secure')))

describe('TLS', () => {
  it('with a trusted certificate is an answer', async () => {
    const target = await secured(trusted)
    const client = clientFor({ resolve: async () => ['127.0.0.1'] })
    const byAddress = await client.send(requestTo(target.origin))
    const byName = await client.send(requestTo(`https://target.test:${target.port}/`))
    expect([textIn(byAddress), textIn(byName)]).toEqual(['secure', 'secure'])
    const { tlsMs, firstByteMs } = responseIn(byName).timing
    expect(tlsMs).toBeGreaterThan(0)
    expect(tlsMs).toBeLessThan(firstByteMs)
  })

  it.each<[string, typeof trusted, string, string]>([
    ['self-signed', untrusted, 'target.test', 'self-signed'],
    ['expired', expired, 'target.test', 'expired'],
    ["another host's", trusted, 'other.test', 'another host name'],
  ])('with a certificate that is %s is refused, unless the task allows it', async (_name, certificate, host, words) => {
    const target = await secured(certificate)
    const client = clientFor({ resolve: async () => ['127.0.0.1'] })
    const uri = `https://${host}:${target.port}/`
    const failure = failureIn(await client.send(requestTo(uri)))
    expect(failure).toMatchObject({ code: 'TLS_INVALID', message: expect.stringContaining(words) })
    expect(textIn(await client.send(requestTo(uri, { allowInsecureCerts: true })))).toBe('secure')
    // The connection that was made without a check of its certificate is not lent to those who want one.
    expect(failureIn(await client.send(requestTo(uri))).code).toBe('TLS_INVALID')
  })

  it('looks at the certificate of each connection, since no session is kept', async () => {
    const isReused: boolean[] = []
    const target = await during(
      startHttps(trusted, (request, response) => {
        isReused.push((request.socket as TLSSocket).isSessionReused())
        response.setHeader('connection', 'close').end('secure')
      }),
    )
    const client = clientFor()
    for (let count = 0; count < 3; count += 1)
      expect(textIn(await client.send(requestTo(target.origin)))).toBe('secure')
    expect(isReused).toEqual([false, false, false])
  })

  it('makes the trusted authorities ready once, not for each connection', async () => {
    const contexts = () => queryObjects(createSecureContext().constructor, { format: 'count' })
    const target = await secured(trusted)
    const client = clientFor()
    await client.send(requestTo(target.origin))
    const before = contexts()
    await Promise.all(Array.from({ length: 5 }, () => client.send(requestTo(target.origin))))
    expect(target.sockets.size).toBe(5)
    expect(contexts()).toBe(before)
  })

  it('offers HTTP/1.1 and nothing else, so that a server of HTTP/2 does not speak that', async () => {
    const target = await during(
      startHttps(trusted, (request, response) => response.end((request.socket as TLSSocket).alpnProtocol || 'none')),
    )
    expect(textIn(await clientFor().send(requestTo(target.origin)))).toBe('http/1.1')
  })

  it('keeps connections for the next call', async () => {
    const target = await secured(trusted)
    const client = clientFor()
    for (let count = 0; count < 3; count += 1) await client.send(requestTo(target.origin))
    expect(target.connectionCount).toBe(1)
  })

  it('to a port that speaks plain HTTP is TLS_INVALID', async () => {
    const target = await during(startHttp((_request, response) => response.end()))
    const failure = failureIn(await clientFor().send(requestTo(target.origin.replace('http:', 'https:'))))
    expect(failure).toMatchObject({ code: 'TLS_INVALID', message: expect.stringContaining('does not speak TLS') })
  })

  it('with a handshake that never ends is TIMEOUT, and the socket closes', async () => {
    let hasBegun = false
    const target = await during(startTcp((socket) => socket.on('data', () => (hasBegun = true))))
    const failure = await timeOut(requestTo(target.origin.replace('http:', 'https:')), () => hasBegun)
    expect(failure.code).toBe('TIMEOUT')
    await vi.waitFor(() => expect(target.sockets.size).toBe(0), 30_000)
  })

  it('with a body that never ends is TIMEOUT, and the socket closes', async () => {
    let hasBegun = false
    const target = await during(
      startHttps(trusted, (_request, response) => response.write('some', () => (hasBegun = true))),
    )
    const failure = await timeOut(requestTo(target.origin), () => hasBegun)
    expect(failure.code).toBe('TIMEOUT')
    await vi.waitFor(() => expect(target.sockets.size).toBe(0), 30_000)
  })

  it('with a hang-up in the handshake is CONNECTION_RESET', async () => {
    const target = await during(startTcp((socket) => socket.once('data', () => socket.destroy())))
    const failure = failureIn(await clientFor().send(requestTo(target.origin.replace('http:', 'https:'))))
    expect(failure.code).toBe('CONNECTION_RESET')
  })

  const written = [
    ['Authorization', 'Bearer secret'],
    ['Cookie', 'session=secret'],
    ['X-Api-Key', 'secret'],
    ['Accept', 'text/plain'],
  ] as const

  const echoing = (request: IncomingMessage, response: ServerResponse) => response.end(JSON.stringify(request.headers))

  it('keeps all headers where a redirect leads to it from http, and no secret where one leads back to http', async () => {
    const secure = await during(startHttps(trusted, echoing))
    const insecure = await during(startHttp(echoing))
    const toSecure = await during(
      startHttp((_request, response) => response.writeHead(308, { location: `${secure.origin}/` }).end()),
    )
    const toInsecure = await during(
      startHttps(trusted, (_request, response) => response.writeHead(308, { location: `${insecure.origin}/` }).end()),
    )
    const client = clientFor()
    const upgraded = textIn(await client.send(requestTo(toSecure.origin, { headers: written })))
    expect(JSON.parse(upgraded)).toMatchObject({
      authorization: 'Bearer secret',
      cookie: 'session=secret',
      'x-api-key': 'secret',
      accept: 'text/plain',
    })
    const downgraded = textIn(await client.send(requestTo(toInsecure.origin, { headers: written })))
    expect(downgraded).not.toContain('secret')
    expect(JSON.parse(downgraded)).toMatchObject({ accept: 'text/plain' })
  })

  it('gets no secret of another port', async () => {
    const secure = await during(startHttps(trusted, echoing))
    const other = await during(
      startHttps(trusted, (_request, response) => response.writeHead(307, { location: `${secure.origin}/` }).end()),
    )
    const received = textIn(await clientFor().send(requestTo(other.origin, { headers: written })))
    expect(received).not.toContain('secret')
    expect(JSON.parse(received)).toMatchObject({ accept: 'text/plain' })
  })

  it('gets no secret of another host that a redirect leads from', async () => {
    const secure = await during(startHttps(trusted, echoing))
    const client = clientFor({ resolve: async () => ['127.0.0.1'] })
    const plain = await during(
      startHttp((_request, response) => response.writeHead(307, { location: `${secure.origin}/` }).end()),
    )
    const from = plain.origin.replace('127.0.0.1', 'other.test')
    expect(textIn(await client.send(requestTo(from, { headers: written })))).not.toContain('secret')
  })

  it('redirects from http to https of another certificate end', async () => {
    const good = await secured(trusted)
    const bad = await secured(untrusted)
    const plain = await during(
      startHttp((request, response) =>
        response.writeHead(302, { location: (request.url === '/good' ? good : bad).origin }).end(),
      ),
    )
    const client = clientFor()
    expect(textIn(await client.send(requestTo(`${plain.origin}/good`)))).toBe('secure')
    expect(failureIn(await client.send(requestTo(`${plain.origin}/bad`))).code).toBe('TLS_INVALID')
  })
})
