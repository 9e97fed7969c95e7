import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestIngress, type TestIngress } from '../testing/test-ingress.ts'

let ingress: TestIngress
beforeAll(async () => {
  ingress = await createTestIngress()
})
afterAll(() => ingress.close())

it('[RD-01, RD-02, RD-03, RH-01] a receiver takes GET and POST, answers both, and records both', async () => {
  const receiver = await ingress.insertReceiver({ responseBody: 'thanks' })
  const url = ingress.urlOf(receiver)
  const got = await fetch(url)
  const posted = await fetch(url, { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } })
  expect([got.status, await got.text(), posted.status, await posted.text()]).toEqual([200, 'thanks', 200, 'thanks'])
  const [first, second] = await ingress.recorded(receiver)
  const path = `/r/${receiver.token}`
  const common = { url: path, responseCode: 200, remoteAddress: '127.0.0.1', responseBody: 'thanks', error: null }
  expect(first).toMatchObject({ method: 'GET', requestBody: Buffer.alloc(0), ...common })
  expect(second).toMatchObject({ method: 'POST', requestBody: Buffer.from('{"a":1}'), ...common })
  expect(await ingress.total(receiver)).toBe(2)
})

it.each([
  [200, 'text/plain', 'OK'],
  [201, 'application/json', '{"ok":true}'],
  [202, 'application/xml; charset=utf-8', '<ok>é</ok>'],
  [404, 'text/html', '<b>no</b>'],
  [503, 'text/plain', ''],
  [599, 'application/vnd.own+json', '[]'],
])(
  '[RD-04, RD-05, RD-06] a receiver answers with the configured %i, %s and %s',
  async (responseCode, contentType, responseBody) => {
    const receiver = await ingress.insertReceiver({ responseCode, contentType, responseBody })
    const answer = await fetch(ingress.urlOf(receiver), { method: 'POST', body: 'x' })
    expect(answer.status).toBe(responseCode)
    expect(answer.headers.get('content-type')).toBe(contentType)
    expect(await answer.text()).toBe(responseBody)
    expect(await ingress.recorded(receiver)).toMatchObject([{ responseCode, contentType, responseBody }])
  },
)

it.each([
  ['text/html', 'text/plain; charset=utf-8'],
  ['application/hta', 'text/plain; charset=utf-8'],
  ['image/svg+xml', 'text/plain; charset=utf-8'],
  ['application/json', 'application/json'],
])('a browser that goes to a receiver of %s is answered in %s, and a program as it is set', async (type, shown) => {
  const receiver = await ingress.insertReceiver({
    contentType: type,
    responseBody: '<a href="https://evil.example">Pay</a>',
  })
  const typeFor = async (headers: Record<string, string>) => {
    const answer = await fetch(ingress.urlOf(receiver), { headers })
    expect(await answer.text()).toBe('<a href="https://evil.example">Pay</a>')
    return answer.headers.get('content-type')
  }
  expect(await typeFor({})).toBe(type)
  for (const destination of ['document', 'iframe', 'embed', 'object']) {
    expect(await typeFor({ 'sec-fetch-dest': destination })).toBe(shown)
  }
})

it.each([204, 205, 304])(
  '[RD-04] %i carries no body, which the history says too, and the connection stays usable',
  async (responseCode) => {
    const receiver = await ingress.insertReceiver({ responseCode, responseBody: 'never sent' })
    for (const _ of [1, 2]) {
      const answer = await fetch(ingress.urlOf(receiver))
      expect([answer.status, await answer.text()]).toEqual([responseCode, ''])
    }
    expect(await ingress.total(receiver)).toBe(2)
    for (const row of await ingress.recorded(receiver)) expect(row).toMatchObject({ responseCode, responseBody: '' })
  },
)

it('responses carry content that runs nowhere: sandboxed, framed by nobody, typed as configured, kept by no cache, without cookies', async () => {
  const responseBody = '<script>alert(1)</script>'
  const receiver = await ingress.insertReceiver({ contentType: 'text/html', responseBody })
  const answer = await fetch(ingress.urlOf(receiver))
  expect(await answer.text()).toBe(responseBody)
  const missing = await fetch(ingress.urlOf({ token: 'x'.repeat(22) }))
  for (const { headers } of [answer, missing]) {
    expect(headers.get('content-security-policy')).toBe("sandbox; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.getSetCookie()).toEqual([])
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})

it('responses ask for https for a year where the receivers’ origin is https, and for nothing where it is not', async () => {
  const settings = { receiverOrigin: 'https://hooks.example' }
  const secure = await createTestIngress({ sharing: ingress, settings })
  try {
    const receiver = await ingress.insertReceiver()
    const policyOf = async (url: string) => (await fetch(url)).headers.get('strict-transport-security')
    for (const one of [receiver, { token: 'x'.repeat(22) }]) {
      expect(await policyOf(secure.urlOf(one))).toBe('max-age=31536000; includeSubDomains')
      expect(await policyOf(ingress.urlOf(one))).toBeNull()
    }
  } finally {
    await secure.close()
  }
})

it('what follows the token is the sender’s, and recorded as it came', async () => {
  const receiver = await ingress.insertReceiver()
  const rests = ['', '/', '/a/b/../c', '?', '?a=1&a=2&b=%20', '/x%2Fy?q=%00%ff', '//double//', '/ü?ö=✓', '/a#b']
  for (const rest of rests) {
    const answer = await fetch(`${ingress.urlOf(receiver)}${rest}`)
    expect([rest, answer.status]).toEqual([rest, 200])
  }
  const recorded = (await ingress.recorded(receiver)).map(({ url }) => url.slice(`/r/${receiver.token}`.length))
  expect(recorded).toEqual([
    '',
    '/',
    '/a/c',
    '?',
    '?a=1&a=2&b=%20',
    '/x%2Fy?q=%00%ff',
    '//double//',
    '/%C3%BC?%C3%B6=%E2%9C%93',
    '/a',
  ])
})

it('the dashboard’s own cookie is neither recorded nor answered with when it is sent here', async () => {
  const receiver = await ingress.insertReceiver({ responseBody: '{{ request.headers.cookie }}' })
  const cookie = '__Host-knockwire=secret; own=1; knockwire=secret'
  expect(await (await fetch(ingress.urlOf(receiver), { headers: { cookie } })).text()).toBe('own=1')
  expect(JSON.stringify(await ingress.recorded(receiver))).not.toContain('secret')
})

it('[RD-36] HEAD is answered as GET without a body, and recorded as it was answered', async () => {
  const receiver = await ingress.insertReceiver({ responseCode: 202, responseBody: 'é{{ request.method }}' })
  const answer = await fetch(`${ingress.urlOf(receiver)}/x?y=1`, { method: 'HEAD' })
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([202, '6', ''])
  expect(await ingress.recorded(receiver)).toMatchObject([
    { method: 'HEAD', url: `/r/${receiver.token}/x?y=1`, responseCode: 202, responseBody: '', error: null },
  ])
  expect(await ingress.total(receiver)).toBe(1)
  const failing = await ingress.insertReceiver({ responseBody: '{{ x | nosuchfilter }}{% if %}' })
  expect((await fetch(ingress.urlOf(failing), { method: 'HEAD' })).status).toBe(500)
  expect(await ingress.recorded(failing)).toMatchObject([{ method: 'HEAD', responseCode: 500, responseBody: '' }])
  const missing = await fetch(ingress.urlOf({ token: 'x'.repeat(22) }), { method: 'HEAD' })
  expect([missing.status, await missing.text()]).toEqual([404, ''])
})

it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s is 405 and says what is taken', async (method) => {
  const receiver = await ingress.insertReceiver()
  const answer = await fetch(ingress.urlOf(receiver), { method })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  expect(await ingress.recorded(receiver)).toEqual([])
})

it('an unknown or disabled receiver is 404, with nothing recorded', async () => {
  const disabled = await ingress.insertReceiver({ status: 'DISABLED' })
  const urls = [
    ingress.urlOf(disabled),
    ingress.urlOf({ token: 'A'.repeat(22) }),
    ingress.urlOf({ token: `${disabled.token}x` }),
    ingress.urlOf({ token: disabled.id }),
    `http://127.0.0.1:${ingress.port}/`,
    `http://127.0.0.1:${ingress.port}/r/`,
    `http://127.0.0.1:${ingress.port}/R/${disabled.token}`,
    `http://127.0.0.1:${ingress.port}/api/v1/receivers`,
  ]
  for (const url of urls) {
    const answer = await fetch(url, { method: 'POST', body: 'x' })
    expect([url, answer.status]).toEqual([url, 404])
  }
  expect(await ingress.recorded(disabled)).toEqual([])
  expect(await ingress.total(disabled)).toBe(0)
})

it('the remote address is the socket’s, or behind trusted proxies the one that they name', async () => {
  const trusting = await createTestIngress({ settings: { trustProxy: 1 }, sharing: ingress })
  const receiver = await ingress.insertReceiver({ responseBody: 'ok' })
  const headers = { 'x-forwarded-for': '198.51.100.9, 203.0.113.7' }
  for (const { urlOf } of [ingress, trusting]) expect((await fetch(urlOf(receiver), { headers })).status).toBe(200)
  const recorded = await ingress.recorded(receiver)
  expect(recorded.map(({ remoteAddress }) => remoteAddress)).toEqual(['127.0.0.1', '203.0.113.7'])
  await trusting.close()
})
