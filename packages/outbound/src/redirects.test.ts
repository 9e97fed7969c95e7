import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { clientFor, during, failureIn, requestTo, responseIn, textIn } from './testing/calls.ts'
import { bodyOf, startHttp } from './testing/servers.ts'
import { stopTime, until } from './testing/time-out.ts'
import type { OutboundMethod } from './request.ts'

interface Seen {
  url: string
  method: string
  headers: IncomingHttpHeaders
  body: string
}

/** Redirects /from to the configured place and answers everything else. */
const startRedirecting = async (statusCode: number, location: (origin: string) => string) => {
  const seen: Seen[] = []
  let origin = ''
  const target = await during(
    startHttp(async (request, response) => {
      const { url = '', method = '', headers } = request
      seen.push({ url, method, headers, body: await bodyOf(request) })
      if (url === '/from') response.writeHead(statusCode, { location: location(origin) }).end('moved')
      else response.end('arrived')
    }),
  )
  origin = target.origin
  return { target, seen }
}

describe('redirects', () => {
  it.each<[number, OutboundMethod, string, string]>([
    [301, 'GET', 'GET', ''],
    [303, 'GET', 'GET', ''],
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [301, 'PUT', 'PUT', '{}'],
    [302, 'PATCH', 'PATCH', '{}'],
    [303, 'PUT', 'GET', ''],
    [303, 'DELETE', 'GET', ''],
    [307, 'POST', 'POST', '{}'],
    [308, 'PUT', 'PUT', '{}'],
    [303, 'HEAD', 'HEAD', ''],
  ])('%i turns %s into %s, as browsers do', async (statusCode, method, expectedMethod, expectedBody) => {
    const { target, seen } = await startRedirecting(statusCode, () => '/to')
    const body = method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }
    const request = requestTo(`${target.origin}/from`, {
      method,
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Api-Key', 'key'],
      ],
      ...body,
    })
    const outcome = responseIn(await clientFor().send(request))
    expect(outcome).toMatchObject({ statusCode: 200, redirects: 1, finalUri: `${target.origin}/to` })
    expect(seen[1]).toMatchObject({ url: '/to', method: expectedMethod, body: expectedBody })
    const isRewritten = method !== expectedMethod
    expect(seen[1]?.headers['content-type']).toBe(isRewritten ? undefined : 'application/json')
    expect(seen[1]?.headers['x-api-key']).toBe('key')
  })

  it('are not followed where the task says so', async () => {
    const { target } = await startRedirecting(302, () => '/to')
    const outcome = responseIn(await clientFor().send(requestTo(`${target.origin}/from`, { followRedirect: false })))
    expect(outcome).toMatchObject({ statusCode: 302, redirects: 0, finalUri: `${target.origin}/from` })
    expect(outcome.headers).toContainEqual(['location', '/to'])
    expect(Buffer.from(outcome.body).toString()).toBe('moved')
  })

  it.each([300, 304, 305])('are not made of %i', async (statusCode) => {
    const { target } = await startRedirecting(statusCode, () => '/to')
    expect(responseIn(await clientFor().send(requestTo(`${target.origin}/from`))).statusCode).toBe(statusCode)
  })

  it('need a Location', async () => {
    const target = await during(startHttp((_request, response) => response.writeHead(302).end('lost')))
    expect(textIn(await clientFor().send(requestTo(target.origin)))).toBe('lost')
  })

  it('to an address of more than 2,048 characters are refused before it is parsed', async () => {
    const { target, seen } = await startRedirecting(302, () => `http://a${'.'.repeat(60_000)}x/`)
    const outcome = failureIn(await clientFor().send(requestTo(`${target.origin}/from`)))
    expect(outcome).toMatchObject({
      code: 'INVALID_RESPONSE',
      message: 'The target redirected (302) to an address of more than 2048 characters.',
    })
    expect(seen).toHaveLength(1)
  })

  it('with two Locations lead to the first', async () => {
    const target = await during(
      startHttp((request, response) => {
        if (request.url === '/from') response.writeHead(302, ['Location', '/first', 'Location', '/second']).end()
        else response.end(request.url)
      }),
    )
    expect(textIn(await clientFor().send(requestTo(`${target.origin}/from`)))).toBe('/first')
  })

  it('end after ten', async () => {
    let count = 0
    const target = await during(
      startHttp((request, response) => {
        const step = Number(new URL(request.url ?? '', 'http://x').searchParams.get('n'))
        count += 1
        if (step === 0) response.end('arrived')
        else response.writeHead(302, { location: `/?n=${step - 1}` }).end()
      }),
    )
    const client = clientFor()
    expect(responseIn(await client.send(requestTo(`${target.origin}/?n=10`)))).toMatchObject({ redirects: 10 })
    expect(count).toBe(11)
    expect(failureIn(await client.send(requestTo(`${target.origin}/?n=11`))).code).toBe('TOO_MANY_REDIRECTS')
    expect(count).toBe(22)
  })

  it('in a circle end too', async () => {
    const { target } = await startRedirecting(302, (origin) => `${origin}/from`)
    const failure = failureIn(await clientFor().send(requestTo(`${target.origin}/from`)))
    expect(failure).toMatchObject({ code: 'TOO_MANY_REDIRECTS', message: 'The target redirected more than 10 times.' })
  })

  it.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'javascript:alert(1)',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://0xa.1/',
    'http://metadata.google.internal/',
    'http://127.0.0.1:6379/',
    'http://user:secret@127.0.0.1/',
  ])('to %s are blocked', async (location) => {
    const { target } = await startRedirecting(302, () => location)
    const client = clientFor({ resolve: async () => ['93.184.215.14'] })
    expect(failureIn(await client.send(requestTo(`${target.origin}/from`))).code).toBe('BLOCKED_ADDRESS')
  })

  it('to a name that resolves inwards are blocked', async () => {
    const { target } = await startRedirecting(302, () => 'http://inwards.example/')
    const client = clientFor({ resolve: async () => ['10.0.0.1'] })
    expect(failureIn(await client.send(requestTo(`${target.origin}/from`))).code).toBe('BLOCKED_ADDRESS')
  })

  it.each([
    ['UTF-8', '/z\xc3\xbcrich?a=1&b=\xc3\xbc', '/z%C3%BCrich?a=1&b=%C3%BC'],
    ['Latin-1', '/echo?q=\xe9', '/echo?q=%E9'],
    ['Latin-1 in the path', '/caf\xe9/x', '/caf%E9/x'],
    ['both', '/\xe9\xc3\xa9', '/%E9%C3%A9'],
    ['escapes', '/a%20b%E9?c=%ff', '/a%20b%E9?c=%ff'],
    ['a space', '/a b?c d', '/a%20b?c%20d'],
  ])('in %s are followed byte by byte', async (_name, location, url) => {
    const { target, seen } = await startRedirecting(302, () => location)
    await clientFor().send(requestTo(`${target.origin}/from`))
    expect(seen[1]?.url).toBe(url)
  })

  it('without a body leave their connection of use', async () => {
    const target = await during(
      startHttp((request, response) => {
        if (request.url === '/from') response.writeHead(302, { location: '/to', 'content-length': '0' }).end()
        else response.end('arrived')
      }),
    )
    expect(textIn(await clientFor().send(requestTo(`${target.origin}/from`)))).toBe('arrived')
    expect(target.connectionCount).toBe(1)
  })

  it('do not wait for a body that drips', async () => {
    const target = await during(
      startHttp((request, response) => {
        if (request.url === '/from') response.writeHead(302, { location: '/to' }).write('never ends')
        else response.end('arrived')
      }),
    )
    expect(textIn(await clientFor().send(requestTo(`${target.origin}/from`)))).toBe('arrived')
  })

  it('share the one deadline', async () => {
    let hops = 0
    const target = await during(
      startHttp((_request, response) => {
        hops += 1
        setTimeout(() => response.writeHead(302, { location: `/${hops}` }).end(), 60)
      }),
    )
    stopTime()
    const sending = clientFor({ timeoutMs: 150 }).send(requestTo(target.origin))
    for (let hop = 1; hop <= 3; hop += 1) {
      await until(() => hops === hop)
      vi.advanceTimersByTime(60)
    }
    expect(failureIn(await sending).code).toBe('TIMEOUT')
    expect(hops).toBe(3)
  })
})
