import { describe, expect, it } from 'vitest'
import { clientFor, during, requestTo, responseIn, textIn } from './testing/calls.ts'
import { startHttp } from './testing/servers.ts'

/** Sets cookies and redirects to the URL in its query, or answers with the cookies that came. */
const startSetting = (setCookie: string | string[], host = '127.0.0.1') =>
  during(
    startHttp((request, response) => {
      const url = new URL(request.url ?? '', 'http://x')
      const next = url.searchParams.get('next')
      if (next === null) return response.end(request.headers.cookie ?? 'none')
      response.writeHead(302, { location: next, 'set-cookie': setCookie }).end()
    }, host),
  )

const call = (origin: string, next: string, cookie?: string, resolve?: () => Promise<string[]>) =>
  clientFor(resolve && { resolve }).send(
    requestTo(`${origin}/?next=${encodeURIComponent(next)}`, {
      headers: cookie === undefined ? [] : [['Cookie', cookie]],
    }),
  )

describe('cookies live for the redirects of one call', () => {
  it('also where the target redirects to itself until they come', async () => {
    const target = await during(
      startHttp((request, response) => {
        if (request.headers.cookie === 'seen=1') response.end('in')
        else response.writeHead(302, { location: '/', 'set-cookie': 'seen=1; Path=/' }).end()
      }),
    )
    const client = clientFor()
    for (let count = 0; count < 2; count += 1)
      expect(responseIn(await client.send(requestTo(target.origin)))).toMatchObject({ statusCode: 200, redirects: 1 })
  })

  it.each<[string | string[], string, string]>([
    ['a=1', '/to', 'a=1'],
    [['a=1', 'b=2; Path=/'], '/to', 'a=1; b=2'],
    ['a=1; Path=/other', '/to', 'none'],
    ['a=1; Path=/to', '/to/there', 'a=1'],
    ['a=1; Max-Age=0', '/to', 'none'],
    ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', '/to', 'none'],
    ['a=1; Domain=elsewhere.example', '/to', 'none'],
    ['__Secure-a=1', '/to', 'none'],
    ['a=caf\xc3\xa9', '/to', 'a=caf\xc3\xa9'],
    ['no cookie at all', '/to', 'none'],
    ['', '/to', 'none'],
  ])('%j, then %s: %s', async (setCookie, next, cookie) => {
    const target = await startSetting(setCookie)
    const outcome = await call(target.origin, next)
    expect(Buffer.from(responseIn(outcome).body).toString('utf8')).toBe(Buffer.from(cookie).toString('utf8'))
  })

  it.each([
    ['a=1', 'b=2', 'a=1; b=2'],
    ['a=1; c=3', 'a=2', 'c=3; a=2'],
    ['a=1; c=3', 'a=; Max-Age=0', 'c=3'],
    ['a=1', 'a=; Max-Age=0', 'none'],
    ['odd', 'b=2', 'odd; b=2'],
    ['a =1;;  c=3 ;', 'a=2', 'c=3; a=2'],
    ['a=1', 'odd', 'a=1'],
  ])("the user's %s goes on beside what %s sets: %s", async (written, setCookie, sent) => {
    const target = await startSetting(setCookie)
    expect(textIn(await call(target.origin, '/to', written))).toBe(sent)
  })

  it("and each of several Cookie headers of the user's goes on", async () => {
    const target = await startSetting('b=2')
    const headers = [
      ['Cookie', 'a=1'],
      ['cookie', 'b=0; c=3'],
    ] as const
    const outcome = await clientFor().send(requestTo(`${target.origin}/?next=/to`, { headers }))
    expect(textIn(outcome)).toBe('a=1; c=3; b=2')
  })

  it('and take no other header with them', async () => {
    const target = await during(
      startHttp((request, response) => {
        if (request.url === '/to') response.end(request.headers.accept)
        else response.writeHead(302, { location: '/to', 'set-cookie': 'a=1' }).end()
      }),
    )
    const headers = [['Accept', 'text/plain']] as const
    expect(textIn(await clientFor().send(requestTo(target.origin, { headers })))).toBe('text/plain')
  })

  const here = async () => ['127.0.0.1']
  const named = (origin: string, host: string) => origin.replace('127.0.0.1', host)

  it.each([
    ['a=1', 'shop.example', 'shop.example', 'a=1'],
    ['a=1; Secure', 'shop.example', 'shop.example', 'none'],
    ['a=1', 'shop.example', 'www.shop.example', 'none'],
    ['a=1; Domain=shop.example', 'shop.example', 'www.shop.example', 'a=1'],
    ['a=1; Domain=shop.example', 'www.shop.example', 'shop.example', 'a=1'],
    ['a=1; Domain=example.org', 'shop.example', 'example.org', 'none'],
    ['a=1; Domain=co.uk', 'shop.co.uk', 'other.co.uk', 'none'],
    ['a=1; Domain=github.io', 'mine.github.io', 'yours.github.io', 'none'],
  ])('%s, set by %s, goes to %s as %s', async (setCookie, from, to, sent) => {
    const target = await startSetting(setCookie)
    const origin = named(target.origin, from)
    expect(textIn(await call(origin, `${named(target.origin, to)}/`, undefined, here))).toBe(sent)
  })

  it("the user's stay with the origin that they were written for", async () => {
    const target = await startSetting('a=1')
    const next = `${named(target.origin, 'other.example')}/`
    expect(textIn(await call(named(target.origin, 'shop.example'), next, 'mine=1', here))).toBe('none')
  })
})
