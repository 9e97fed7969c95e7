import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { clientFor, during, failureIn, requestTo, responseIn } from './testing/calls.ts'
import { startHttp } from './testing/servers.ts'

/** Calls a server that redirects there. */
const callRedirecting = async (location: string, statusCode = 302, encoding = '') => {
  let count = 0
  const target = await during(
    startHttp((_request, response) => {
      count += 1
      const body = encoding === 'gzip' ? gzipSync('moved') : 'moved'
      response.writeHead(statusCode, { location, ...(encoding && { 'content-encoding': encoding }) }).end(body)
    }),
  )
  const client = clientFor({ resolve: async () => ['10.0.0.1'] })
  const outcome = await client.send(requestTo(target.origin))
  return { failure: failureIn(outcome), count, target }
}

describe('a redirect that is not followed', () => {
  it.each([
    ['file:///x', 'BLOCKED_ADDRESS', 'redirected (302) to “file:///x”. Only addresses that start with http://'],
    ['ftp://h/x', 'BLOCKED_ADDRESS', 'redirected (302) to “ftp://h/x”.'],
    ['mailto:a@b.example', 'BLOCKED_ADDRESS', 'redirected (302) to “mailto:a@b.example”.'],
    ['intent://x#Intent;end', 'BLOCKED_ADDRESS', 'redirected (302) to “intent://x#Intent;end”.'],
    [
      'http://user:pw@h/',
      'BLOCKED_ADDRESS',
      'redirected (302) to “http://h/”. That URL contains a username and password',
    ],
    ['http://:pw@h/', 'BLOCKED_ADDRESS', 'redirected (302) to “http://h/”. That URL contains a username and password'],
    ['//user@h/', 'BLOCKED_ADDRESS', 'redirected (302) to “http://h/”. That URL contains a username and password'],
    ['http://10.0.0.1/', 'BLOCKED_ADDRESS', 'redirected (302) to “http://10.0.0.1/”. This address cannot be called'],
    ['http://h:6379/', 'BLOCKED_ADDRESS', 'redirected (302) to “http://h:6379/”. Port 6379 cannot be called.'],
    ['', 'INVALID_RESPONSE', 'redirected (302) with a Location header that is empty.'],
    ['http://[', 'INVALID_RESPONSE', 'redirected (302) to “http://[”, which is not a valid URL.'],
    ['http://h:99999/', 'INVALID_RESPONSE', 'redirected (302) to “http://h:99999/”, which is not a valid URL.'],
    ['https://', 'INVALID_RESPONSE', 'redirected (302) to “https://”, which is not a valid URL.'],
    [`/${'a'.repeat(3_000)}`, 'INVALID_RESPONSE', 'redirected (302) to an address of more than 2048 characters.'],
  ])('to "%s" is %s, says where to, and is kept', async (location, code, message) => {
    const { failure, count, target } = await callRedirecting(location)
    expect(failure.code).toBe(code)
    expect(failure.message).toContain(`The target ${message}`)
    expect(failure.message).not.toContain('pw')
    expect(failure.response).toMatchObject({ statusCode: 302, redirects: 0, finalUri: `${target.origin}/` })
    expect(failure.response?.headers).toContainEqual(['location', location])
    expect(Buffer.from(failure.response?.body ?? '').toString()).toBe('moved')
    expect(failure.response?.isTruncated).toBe(false)
    expect(count).toBe(1)
  })

  it.each([301, 303, 307, 308])('with %i says so, and its body is decoded', async (statusCode) => {
    const { failure } = await callRedirecting('file:///x', statusCode, 'gzip')
    expect(failure.message).toContain(`redirected (${statusCode}) to`)
    expect(Buffer.from(failure.response?.body ?? '').toString()).toBe('moved')
  })

  it('is kept without a body that cannot be decoded', async () => {
    const { failure } = await callRedirecting('file:///x', 302, 'br')
    expect(failure.response).toMatchObject({ statusCode: 302, isTruncated: true, body: new Uint8Array(0) })
  })

  it('to a long address shows its beginning', async () => {
    const { failure } = await callRedirecting(`file:///${'a'.repeat(2_000)}`)
    expect(failure.message.length).toBeLessThan(350)
  })
})

it('what fails behind a redirect says where it led, and keeps it without the body that was not waited for', async () => {
  const { failure } = await callRedirecting('http://inwards.example/')
  expect(failure).toMatchObject({
    code: 'BLOCKED_ADDRESS',
    message: expect.stringContaining(
      'The target redirected (302) to “http://inwards.example/”. This address cannot be called',
    ),
    response: { statusCode: 302, redirects: 0, isTruncated: true },
  })
})

it('a redirect to an address of 2,048 characters is followed', async () => {
  const location = `/${'a'.repeat(2_047)}`
  const target = await during(
    startHttp((request, response) =>
      request.url === '/' ? response.writeHead(302, { location }).end() : response.end('arrived'),
    ),
  )
  expect(responseIn(await clientFor().send(requestTo(target.origin)))).toMatchObject({ statusCode: 200, redirects: 1 })
})

it('redirects without end are kept with the last one, whole', async () => {
  const { failure, count } = await callRedirecting('/again')
  expect(failure).toMatchObject({ code: 'TOO_MANY_REDIRECTS', response: { statusCode: 302, redirects: 10 } })
  expect(Buffer.from(failure.response?.body ?? '').toString()).toBe('moved')
  expect(count).toBe(11)
})

it('a redirect without a Location is an answer as any other', async () => {
  const target = await during(startHttp((_request, response) => response.writeHead(302).end('lost')))
  expect(responseIn(await clientFor().send(requestTo(target.origin)))).toMatchObject({ statusCode: 302, redirects: 0 })
})
