import { headerValues } from '@knockwire/domain/headers/read-headers'
import { execFile } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchangeRaw } from '../testing/calls/raw-http.ts'
import { createTestIngress, type Recorded, type TestIngress, type TestReceiver } from '../testing/test-ingress.ts'

let ingress: TestIngress
beforeAll(async () => {
  ingress = await createTestIngress()
})
afterAll(() => ingress.close())

const onlyOne = async (receiver: TestReceiver): Promise<Recorded> => {
  const [one, ...more] = await ingress.recorded(receiver)
  if (one === undefined || more.length > 0)
    throw new Error(`There is not one request, but ${more.length + (one ? 1 : 0)}.`)
  return one
}

const mebibyte = 1_048_576

describe('bodies are kept byte for byte', () => {
  const anyBytes = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256))
  it.each([
    ['an empty one', Buffer.alloc(0)],
    ['every byte', anyBytes],
    ['text beyond ASCII', Buffer.from('{"città":"Zürich ✓ 漢字"}')],
    ['U+0000 and half a surrogate pair', Buffer.from([0, 0xed, 0xa0, 0x80, 0])],
    ['a compressed one, as it came', gzipSync('{"a":1}'.repeat(100))],
    ['quotes and backslashes', Buffer.from('{"a":"\\"\\\\\\u0000"}')],
    ['1 MiB', randomBytes(mebibyte)],
  ])('%s', async (_name, body) => {
    const receiver = await ingress.insertReceiver()
    const answer = await fetch(ingress.urlOf(receiver), { method: 'POST', body })
    expect(answer.status).toBe(200)
    expect((await onlyOne(receiver)).requestBody).toEqual(body)
  })

  it('of one group, each with its own', async () => {
    const receiver = await ingress.insertReceiver({ plan: 'SUPER', responseBody: '{{ request.body }}' })
    const bodies = Array.from({ length: 60 }, (_, index) => `${index}:${'x'.repeat(index * 100)}`)
    const answers = await Promise.all(
      bodies.map(async (body) => (await fetch(ingress.urlOf(receiver), { method: 'POST', body })).text()),
    )
    expect(answers).toEqual(bodies)
    const recorded = await ingress.recorded(receiver)
    expect(recorded.map(({ requestBody }) => Buffer.from(requestBody).toString()).toSorted()).toEqual(bodies.toSorted())
    expect(
      recorded.every(({ requestBody, responseBody }) => Buffer.from(requestBody).toString() === responseBody),
    ).toBe(true)
  })

  it('in chunks of any size', async () => {
    const receiver = await ingress.insertReceiver()
    const sending = httpRequest(ingress.urlOf(receiver), {
      method: 'POST',
      headers: { 'transfer-encoding': 'chunked' },
    })
    const parts = [randomBytes(1), randomBytes(70_000), randomBytes(3)]
    for (const part of parts) sending.write(part)
    sending.end()
    const [answer] = (await once(sending, 'response')) as [{ statusCode: number; resume: () => void }]
    answer.resume()
    expect(answer.statusCode).toBe(200)
    expect((await onlyOne(receiver)).requestBody).toEqual(Buffer.concat(parts))
  })

  it('of a GET too', async () => {
    const receiver = await ingress.insertReceiver()
    const { statusCode, body } = await request(ingress.urlOf(receiver), { method: 'GET', body: 'asked with a body' })
    await body.dump()
    expect(statusCode).toBe(200)
    expect(await onlyOne(receiver)).toMatchObject({ method: 'GET', requestBody: Buffer.from('asked with a body') })
  })
})

describe('1 MiB and one byte is 413, with nothing recorded', () => {
  it.each([
    ['announced', { 'content-length': String(mebibyte + 1) }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('%s', async (_name, headers) => {
    const receiver = await ingress.insertReceiver()
    const sending = httpRequest(ingress.urlOf(receiver), { method: 'POST', headers })
    sending.end(randomBytes(mebibyte + 1))
    const [answer] = (await once(sending, 'response')) as [{ statusCode: number; resume: () => void }]
    answer.resume()
    expect(answer.statusCode).toBe(413)
    expect(await ingress.recorded(receiver)).toEqual([])
    expect((await fetch(ingress.urlOf(receiver))).status).toBe(200)
  })

  it('with Expect: 100-continue, the sender is answered before it sends', async () => {
    const receiver = await ingress.insertReceiver()
    const head = (bytes: number) =>
      `POST /r/${receiver.token} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n`
    expect(await exchangeRaw(ingress.port, head(mebibyte + 1))).toMatch(/^HTTP\/1\.1 413 /)
    expect(await exchangeRaw(ingress.port, `${head(2)}ab`)).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/,
    )
  })
})

it('headers keep their order, case and number, and are read as UTF-8 where they are, and else as Latin-1', async () => {
  const receiver = await ingress.insertReceiver()
  const own = Array.from({ length: 200 }, (_, index) => [index % 2 ? `X-Own-${index}` : `x-OWN-${index}`, `v${index}`])
  const headers = [
    ['host', 'a.example'],
    ['X-Twice', 'one'],
    ['x-twice', 'two'],
    ['X-Latin', 'caf\u00e9'],
    ['X-Utf8', 'caf\u00c3\u00a9'],
    ['X-Empty', ''],
    ...own,
  ]
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const head = Buffer.from(`GET /r/${receiver.token} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`, 'latin1')
  expect(await exchangeRaw(ingress.port, head)).toMatch(/^HTTP\/1\.1 200 /)
  const recorded = await onlyOne(receiver)
  const asText = headers.map(([name, value]) => [name, name === 'X-Utf8' ? 'café' : value])
  expect(recorded.requestHeaders).toEqual([...asText, ['Connection', 'close']])
})

describe('senders of others’ making', () => {
  const run = promisify(execFile)

  it('curl, with a file and its own headers', async () => {
    const receiver = await ingress.insertReceiver()
    const directory = await mkdtemp(join(tmpdir(), 'knockwire-curl-'))
    const body = randomBytes(1_048_000)
    await writeFile(join(directory, 'body'), body)
    const file = `@${join(directory, 'body')}`
    const url = `${ingress.urlOf(receiver)}/hook?from=curl`
    const args = [
      '-sS',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code}',
      '-H',
      'X-Own: a "quoted" \\ value',
      '--data-binary',
      file,
      url,
    ]
    const { stdout } = await run('curl', args)
    await rm(directory, { recursive: true })
    expect(stdout).toBe('200')
    const recorded = await onlyOne(receiver)
    expect(recorded.requestBody).toEqual(body)
    expect(recorded.url).toBe(`/r/${receiver.token}/hook?from=curl`)
    expect(recorded.requestHeaders.flat()).toEqual([
      'Host',
      `127.0.0.1:${ingress.port}`,
      'User-Agent',
      expect.stringMatching(/^curl\//),
      'Accept',
      '*/*',
      'X-Own',
      'a "quoted" \\ value',
      'Content-Length',
      '1048000',
      'Content-Type',
      'application/x-www-form-urlencoded',
      ...(recorded.requestHeaders.flat().includes('Expect') ? ['Expect', '100-continue'] : []),
    ])
  })

  it('undici, with a stream', async () => {
    const receiver = await ingress.insertReceiver({ responseBody: 'ok' })
    const parts = ['{"a":', '"', 'ü', '"}'].map((part) => Buffer.from(part))
    const { statusCode, body } = await request(ingress.urlOf(receiver), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Order': '1' },
      body: Readable.from(parts),
    })
    expect([statusCode, await body.text()]).toEqual([200, 'ok'])
    expect((await onlyOne(receiver)).requestBody).toEqual(Buffer.concat(parts))
  })

  it('a delivery signed as GitHub signs: what was recorded verifies', async () => {
    const receiver = await ingress.insertReceiver()
    const secret = "It's a Secret to Everybody"
    const payload = JSON.stringify({
      action: 'opened',
      issue: { title: 'Zürich\u2028\ud83d\ude00' },
      zen: 'Keep it\tlogically awesome.',
    })
    const signature = `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`
    const headers = {
      'X-GitHub-Event': 'issues',
      'X-GitHub-Delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
      'X-Hub-Signature-256': signature,
      'Content-Type': 'application/json',
      'User-Agent': 'GitHub-Hookshot/044aadd',
    }
    expect((await fetch(ingress.urlOf(receiver), { method: 'POST', headers, body: payload })).status).toBe(200)
    const recorded = await onlyOne(receiver)
    const [kept] = headerValues(recorded.requestHeaders, 'X-Hub-Signature-256')
    expect(kept).toBe(`sha256=${createHmac('sha256', secret).update(recorded.requestBody).digest('hex')}`)
  })
})
