import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { createTestIngress, type TestIngress, type TestReceiver } from '../testing/test-ingress.ts'
import { createTestSandbox } from '../testing/test-sandbox.ts'

let ingress: TestIngress
beforeAll(async () => {
  ingress = await createTestIngress()
})
afterAll(() => ingress.close())

const json: Record<string, string> = { 'content-type': 'application/json' }
const post = (receiver: TestReceiver, body: string | Buffer = '', { at = ingress, rest = '', headers = json } = {}) =>
  fetch(`${at.urlOf(receiver)}${rest}`, { method: 'POST', body, headers })

/** As hostile as one can write it: the engine stops it after 200 ms. */
const endless = '{% for i in (1..99999) %}{% for j in (1..99999) %}{% if false %}{% endif %}{% endfor %}{% endfor %}'

/** Keeps as many of the account's jobs waiting as may wait, each followed by the next at once, until released. */
const fillShare = (sandbox: Sandbox, accountId: string) => {
  let isReleased = false
  const fill = async () => {
    while (!isReleased) await sandbox.run(accountId, { kind: 'check', templates: [''], variables: [] })
  }
  const filling = Promise.all(Array.from({ length: 50 }, fill))
  return async () => {
    isReleased = true
    await filling
  }
}

describe('the answer’s template', () => {
  it.each([
    ['{{ request.body }}', '{"a":{"b":[1,2]}}'],
    ['{{ request.method }}', 'POST'],
    ['{{ request.headers["content-type"] }}', 'application/json'],
    ['{{ request.headers["x-own"] }}', 'one, two'],
    ['{{ request.query.id }}-{{ request.query.q }}', '7-a b, c'],
    ['{{ request.body | json: "$.a.b[1]" }}', '2'],
    ['{% if request.query.id == "7" %}seven{% endif %}', 'seven'],
    ['{{ request.query.__proto__ }}{{ request.nothing }}', ''],
  ])('%s', async (responseBody, expected) => {
    const receiver = await ingress.insertReceiver({ responseBody })
    const headers = { ...json, 'X-Own': 'one, two' }
    const answer = await post(receiver, '{"a":{"b":[1,2]}}', { rest: '/x?id=7&q=a%20b&q=c&__proto__=x', headers })
    expect([answer.status, await answer.text()]).toEqual([200, responseBody.includes('__proto__') ? 'x' : expected])
  })

  it('echoes numbers as they were sent, of any length and form', async () => {
    const receiver = await ingress.insertReceiver({
      responseBody: '{"n":{{ request.body | json: "$.n" | json }},"all":{{ request.body | json: "$" | json }}}',
    })
    const sent = '{"n":8202522731445525542,"one":1.0,"huge":1e400}'
    expect(await (await post(receiver, sent)).text()).toBe(`{"n":8202522731445525542,"all":${sent}}`)
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['GZIP, identity', gzipSync],
    ['deflate, gzip', (text: string) => gzipSync(deflateSync(text))],
  ] as const)('reads a body that is encoded as %s', async (encoding, encode) => {
    const receiver = await ingress.insertReceiver({ responseBody: '{{ request.body | json: "$.challenge" }}' })
    const plain = await ingress.insertReceiver({ responseBody: '{{ request.body }}' })
    const headers = { ...json, 'content-encoding': encoding }
    const body = encode('{"challenge":"abc é"}')
    expect(await (await post(receiver, body, { headers })).text()).toBe('abc é')
    expect(await (await post(plain, body, { headers })).text()).toBe('{"challenge":"abc é"}')
  })

  it.each([
    ['br', Buffer.from('no brotli'), 'The body says that it is encoded as br, but it cannot be decoded.'],
    ['gzip', gzipSync(Buffer.alloc(2_000_000)), 'The body is encoded as gzip, and decodes to more than 1 MiB.'],
    ['shout', Buffer.from('HELLO'), 'The body is encoded as shout, which is not supported.'],
    [
      'gzip,gzip,gzip',
      Buffer.from('x'),
      'The body says that it is encoded as gzip,gzip,gzip, but it cannot be decoded.',
    ],
  ])('says why a body that is encoded as %s cannot be read', async (encoding, body, problem) => {
    const receiver = await ingress.insertReceiver({ responseBody: '{{ request.body }}' })
    const answer = await post(receiver, body, { headers: { ...json, 'content-encoding': encoding } })
    expect([answer.status, await answer.text()]).toEqual([200, `(${problem})`])
  })

  it.each([
    ['text/plain; charset=iso-8859-1', 'café', 'latin1', 'text/plain; charset=iso-8859-1'],
    ['text/html; charset=utf-16le', 'café', 'utf16le', 'text/html; charset=utf-16le'],
    ['text/plain', 'café', 'utf8', 'text/plain; charset=utf-8'],
    ['text/plain', 'cafe', 'utf8', 'text/plain'],
    ['application/json', '"café"', 'utf8', 'application/json'],
  ] as const)('is written in the charset of its type: %s, %s', async (contentType, text, charset, sentType) => {
    const receiver = await ingress.insertReceiver({ responseBody: '{{ request.body }}', contentType })
    const answer = await post(receiver, text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
    expect(answer.headers.get('content-type')).toBe(sentType)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(text, charset))
    const head = await fetch(ingress.urlOf(receiver), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '0'])
  })

  it('that makes a character which its charset lacks is a 500, and the history says which', async () => {
    const contentType = 'text/plain; charset=iso-8859-1'
    const receiver = await ingress.insertReceiver({ responseBody: '{{ request.body }}', contentType })
    expect((await post(receiver, '3 €', { headers: { 'content-type': 'text/plain' } })).status).toBe(500)
    const [recorded] = await ingress.recorded(receiver)
    expect(recorded?.error).toMatch(/^The charset iso-8859-1 has no “€”/)
  })

  it('that multiplies the request is answered whole, and 64 KiB of it are recorded', async () => {
    const receiver = await ingress.insertReceiver({ responseBody: '{{ request.body }}'.repeat(100) })
    const answer = await post(receiver, 'x'.repeat(2000))
    expect([answer.status, (await answer.text()).length]).toEqual([200, 200_000])
    const [recorded] = await ingress.recorded(receiver)
    expect([recorded?.responseBody, recorded?.responseBytes]).toEqual(['x'.repeat(65_536), 200_000])
  })

  it.each([
    ['{{ request.form.From }}: {{ request.form.Body }}', '+15550100: Hello there'],
    ['{{ request.form["to[]"] }}', 'a, b'],
    ['{% assign fields = request.form %}{{ fields.From }}', '+15550100'],
    ['{{ request | json: "$.*.From" }}', '+15550100'],
    ['{{ request.form.nothing }}{{ request.form.constructor }}', ''],
  ])('[RD-37] reads the fields of a form-encoded body: %s', async (responseBody, expected) => {
    const receiver = await ingress.insertReceiver({ responseBody })
    const body = new URLSearchParams([
      ['From', '+15550100'],
      ['Body', 'Hello there'],
      ['to[]', 'a'],
      ['to[]', 'b'],
    ])
    const answer = await fetch(ingress.urlOf(receiver), { method: 'POST', body })
    expect(await answer.text()).toBe(expected)
  })

  it('leaves a binary body out', async () => {
    const receiver = await ingress.insertReceiver({ responseBody: '[{{ request.body }}]' })
    expect(await (await post(receiver, Buffer.from([0, 255, 1]))).text()).toBe('[]')
  })

  it('U+0000 and half a surrogate pair read out of JSON are answered, and recorded as what can be kept', async () => {
    const receiver = await ingress.insertReceiver({ responseBody: '<{{ request.body | json: "$.a" }}>' })
    const answer = await post(receiver, String.raw`{"a":"\u0000\ud800x"}`)
    expect([answer.status, await answer.text()]).toEqual([200, '<\0\ufffdx>'])
    expect(await ingress.recorded(receiver)).toMatchObject([{ responseBody: '<\ufffd\ufffdx>', error: null }])
  })

  it.each([
    ['one that loops', endless, 'The template takes too long to render.'],
    ['one that makes too much', '{% for i in (1..1000000000) %}x{% endfor %}', 'The template produces too much text.'],
    ['a broken one', '{% if %}', /^Line 1: /],
    ['an unknown filter', '{{ request.body | nope }}', /undefined filter: nope/],
    [
      'a body too large to be written again and again',
      '{% for i in (1..100) %}{{ request.body }}{% endfor %}',
      /too much text/,
    ],
  ])('that fails is a 500, and the error stands in the history: %s', async (_name, responseBody, error) => {
    const receiver = await ingress.insertReceiver({ responseBody, responseCode: 201, contentType: 'text/html' })
    const answer = await post(receiver, 'x'.repeat(100_000))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/plain; charset=utf-8'])
    const text = await answer.text()
    expect(text).toBe('The response template failed.\n')
    const [recorded] = await ingress.recorded(receiver)
    expect(recorded).toMatchObject({ responseCode: 500, contentType: 'text/plain; charset=utf-8', responseBody: text })
    expect(recorded?.error).toEqual(error instanceof RegExp ? expect.stringMatching(error) : error)
  })
})

it('templates that loop hold up nobody else', async () => {
  const looping = await ingress.insertReceiver({ plan: 'SUPER', responseBody: endless })
  const plain = await ingress.insertReceiver({ plan: 'SUPER', responseBody: '{{ request.body }}' })
  const filtered = await ingress.insertReceiver({ plan: 'SUPER', responseBody: '{{ request.body | upcase }}' })
  await post(filtered)
  let ended = 0
  const slow = Array.from({ length: 10 }, () => post(looping).finally(() => (ended += 1)))
  for (const [receiver, answer] of [
    [plain, 'abc'],
    [filtered, 'ABC'],
  ] as const) {
    expect(await (await post(receiver, 'abc')).text()).toBe(answer)
    // The loops take 10 x 200 ms in all; a request behind them in one queue would wait for that.
    expect(ended).toBeLessThan(10)
  }
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(10).fill(500))
  expect(await ingress.total(looping)).toBe(10)
})

it('templates that multiply the request hold up nobody else: another receiver goes on while 144 are filled in', async () => {
  const growing = await ingress.insertReceiver({ plan: 'SUPER', responseBody: '{{ request.body }}'.repeat(500) })
  const plain = await ingress.insertReceiver({ plan: 'SUPER', responseBody: '{{ request.body }}' })
  for (const receiver of [growing, plain]) expect((await post(receiver, 'abc')).status).toBe(200)
  let ended = 0
  const load = Array.from({ length: 144 }, () => post(growing, 'x'.repeat(2000)).finally(() => (ended += 1)))
  let answered = 0
  while (ended < load.length) {
    expect(await (await post(plain, 'abc')).text()).toBe('abc')
    answered += 1
  }
  // Were templates filled in on the thread that receives requests, all 144 would have ended by the first of these
  // answers. As it is, dozens are answered before the last of the 144, and a few on a machine that is busy with other work.
  expect(answered).toBeGreaterThan(1)
  const statuses = (await Promise.all(load)).map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
})

it('a request beyond its account’s share is answered with Retry-After, and not recorded', async () => {
  const sandbox = createTestSandbox()
  const own = await createTestIngress({ createSandbox: () => sandbox, sharing: ingress })
  onTestFinished(own.close)
  const insert = () => own.insertReceiver({ responseBody: '{{ request.body | upcase }}' })
  const busy = await insert()
  const other = await insert()
  const release = fillShare(sandbox, busy.accountId)
  onTestFinished(release)
  const rejected = await post(busy, 'a', { at: own })
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await post(other, 'b', { at: own })).status).toBe(200)
  await release()
  expect((await post(busy, 'c', { at: own })).status).toBe(200)
  expect((await own.recorded(busy)).map(({ responseBody }) => responseBody)).toEqual(['C'])
})

it('a burst never makes a template fail that does nothing wrong', async () => {
  const filtered = await ingress.insertReceiver({ plan: 'SUPER', responseBody: '{{ request.body | upcase }}' })
  const many = await Promise.all(Array.from({ length: 200 }, (_, n) => post(filtered, `a${n}`)))
  expect(many.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([])
  const again = many.flatMap(({ status }, n) => (status === 503 ? [n] : []))
  for (const n of again) expect((await post(filtered, `a${n}`)).status).toBe(200)
  const recorded = await ingress.recorded(filtered)
  expect(recorded.map(({ responseBody }) => responseBody).toSorted()).toEqual(
    Array.from({ length: 200 }, (_, n) => `A${n}`).toSorted(),
  )
})
