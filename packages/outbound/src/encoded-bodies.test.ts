import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import {
  brotliCompressSync,
  constants,
  createGzip,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { clientFor, during, failureIn, requestTo, responseIn } from './testing/calls.ts'
import { startHttp } from './testing/servers.ts'

const mebibyte = 1_048_576

const call = async (onRequest: RequestListener, policy = {}) => {
  const target = await during(startHttp(onRequest))
  return { target, outcome: await clientFor(policy).send(requestTo(target.origin)) }
}

const encoded =
  (contentEncoding: string, body: Uint8Array): RequestListener =>
  (_request, response) =>
    response.setHeader('content-encoding', contentEncoding).end(body)

describe('an encoded body', () => {
  const wideWindow = { params: { [constants.ZSTD_c_windowLog]: 26 } }
  const plain = Buffer.from(JSON.stringify({ greeting: 'grüezi '.repeat(2_000) }))

  it.each<[string, Uint8Array]>([
    ['gzip', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['GZIP', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['zstd', zstdCompressSync(plain)],
    ['gzip, br', brotliCompressSync(gzipSync(plain))],
    ['identity', plain],
    ['identity, gzip', gzipSync(plain)],
    ['gzip, identity', gzipSync(plain)],
    [', gzip,', gzipSync(plain)],
    ['', plain],
  ])('in "%s" is decoded', async (contentEncoding, body) => {
    const { outcome } = await call(encoded(contentEncoding, body))
    expect(Buffer.from(responseIn(outcome).body).equals(plain)).toBe(true)
    expect(responseIn(outcome).isTruncated).toBe(false)
  })

  it.each(['compress', 'exi', '__proto__', 'constructor'])(
    'in "%s", which we do not know, is left as it came',
    async (name) => {
      const { outcome } = await call(encoded(name, plain))
      expect(Buffer.from(responseIn(outcome).body).equals(plain)).toBe(true)
    },
  )

  it.each<[string, Uint8Array]>([
    ['gzip', new Uint8Array(0)],
    ['gzip, br', brotliCompressSync('')],
  ])('in "%s" that is empty is empty', async (contentEncoding, body) => {
    const { outcome } = await call(encoded(contentEncoding, body))
    expect(responseIn(outcome).body).toHaveLength(0)
  })

  it.each<[string, string, Uint8Array]>([
    ['plain text', 'gzip', Buffer.from('just text')],
    ['plain text', 'br', Buffer.from('just text')],
    ['plain text', 'zstd', Buffer.from('just text')],
    ['another encoding', 'gzip', brotliCompressSync(plain)],
    ['a window of 64 MB', 'zstd', zstdCompressSync(Buffer.alloc(20 * mebibyte), wideWindow)],
    ['more stages than anybody needs', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(plain)))],
  ])('that is %s instead of %s is INVALID_RESPONSE', async (_name, contentEncoding, body) => {
    const { outcome } = await call(encoded(contentEncoding, body))
    expect(failureIn(outcome)).toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining(`encoded as ${contentEncoding}`),
    })
  })

  it.each(['identity', 'compress', 'aws-chunked', ''])(
    'in "%s" is cut at 1 MiB and marked, as without one',
    async (name) => {
      for (const [size, isTruncated] of [
        [mebibyte, false],
        [mebibyte + 1, true],
        [mebibyte + 60_000, true],
        [2 * mebibyte, true],
      ] as const) {
        const response = responseIn((await call(encoded(name, Buffer.alloc(size, 'abcdefg')))).outcome)
        expect({ isTruncated: response.isTruncated, bytes: response.body.length }).toEqual({
          isTruncated,
          bytes: mebibyte,
        })
      }
    },
  )

  const bombBytes = 50 * mebibyte
  const zeros = Buffer.alloc(bombBytes)
  const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }

  it.each<[string, Uint8Array]>([
    ['gzip', gzipSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['br', brotliCompressSync(zeros, quickly)],
    ['zstd', zstdCompressSync(zeros)],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
  ])('in %s that bursts to 50 MB is cut at 1 MiB', async (contentEncoding, bomb) => {
    expect(bomb.length).toBeLessThan(100_000)
    const { outcome } = await call(encoded(contentEncoding, bomb))
    const response = responseIn(outcome)
    expect(response).toMatchObject({ statusCode: 200, isTruncated: true })
    expect(response.body).toHaveLength(mebibyte)
    expect(response.body.buffer.byteLength).toBeLessThan(3 * mebibyte)
  })

  it('that is a bomb costs little memory though twenty come at once', async () => {
    const target = await during(startHttp(encoded('gzip', gzipSync(zeros))))
    const client = clientFor()
    const before = process.memoryUsage().rss
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => client.send(requestTo(target.origin))))
    expect(outcomes.every((outcome) => responseIn(outcome).isTruncated)).toBe(true)
    // Twenty times what is kept, with room for the decoders; 50 MB each would be a gigabyte.
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * mebibyte)
  })

  const noise = randomBytes(2 * mebibyte)

  it.each<[string, Uint8Array]>([
    ['gzip', gzipSync(noise)],
    ['deflate', deflateSync(noise)],
    ['deflate', deflateRawSync(noise)],
    ['br', brotliCompressSync(noise, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } })],
    ['zstd', zstdCompressSync(noise)],
  ])('in %s that is longer than what is read of it is decoded up to there', async (contentEncoding, body) => {
    const { outcome } = await call(encoded(contentEncoding, body))
    const response = responseIn(outcome)
    expect(response.isTruncated).toBe(true)
    expect(Buffer.from(response.body).equals(noise.subarray(0, mebibyte))).toBe(true)
  })

  it('whose encodings stand in two headers is decoded as of one', async () => {
    const { outcome } = await call((_request, response) =>
      response.setHeader('content-encoding', ['gzip', 'br']).end(brotliCompressSync(gzipSync(plain))),
    )
    expect(Buffer.from(responseIn(outcome).body).equals(plain)).toBe(true)
  })

  it('without end is read up to its own limit', async () => {
    const { target, outcome } = await call((_request, response) => {
      response.setHeader('content-encoding', 'gzip')
      const gzip = createGzip({ level: 0 })
      gzip.pipe(response)
      const flood = () => {
        while (!response.destroyed && gzip.write(Buffer.alloc(10_000, 'random?')));
      }
      gzip.on('drain', flood)
      flood()
    })
    expect(responseIn(outcome)).toMatchObject({ statusCode: 200, isTruncated: true })
    expect(responseIn(outcome).body).toHaveLength(mebibyte)
    await vi.waitFor(() => expect(target.sockets.size).toBe(0), 30_000)
  })

  it('that decodes to nothing for ever is cut by its raw bytes', async () => {
    const emptyStoredBlocks = Buffer.alloc(5 * 600_000)
    for (let at = 0; at < emptyStoredBlocks.length; at += 5) emptyStoredBlocks.set([0, 0, 0, 0xff, 0xff], at)
    const header = gzipSync('').subarray(0, 10)
    const { outcome } = await call(encoded('gzip', Buffer.concat([header, emptyStoredBlocks])))
    expect(responseIn(outcome)).toMatchObject({ isTruncated: true, body: new Uint8Array(0) })
  })
})
