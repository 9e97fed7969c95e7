import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import {
  brotliCompressSync,
  constants,
  crc32,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { clientFor, during, failureIn, requestTo, responseIn, textIn } from './testing/calls.ts'
import { startHttp } from './testing/servers.ts'

const mebibyte = 1_048_576

const call = async (onRequest: RequestListener) => {
  const target = await during(startHttp(onRequest))
  return { outcome: await clientFor().send(requestTo(target.origin)) }
}

const encoded =
  (contentEncoding: string, body: Uint8Array): RequestListener =>
  (_request, response) =>
    response.setHeader('content-encoding', contentEncoding).end(body)

describe('an encoded body', () => {
  const withChecksum = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }
  const withFlippedByte = (bytes: Buffer, at: number) => {
    const changed = Buffer.from(bytes)
    changed[bytes.length + at] = (bytes.at(at) ?? 0) ^ 1
    return changed
  }
  const plain = Buffer.from(JSON.stringify({ greeting: 'grüezi '.repeat(2_000) }))

  it.each<[string, string, Uint8Array]>([
    ['a wrong checksum', 'gzip', withFlippedByte(gzipSync(plain), -6)],
    [
      'a wrong checksum behind another member',
      'gzip',
      Buffer.concat([gzipSync(plain), withFlippedByte(gzipSync(plain), -6)]),
    ],
    ['the beginning of a wrong checksum', 'gzip', withFlippedByte(gzipSync(plain), -8).subarray(0, -4)],
    ['a wrong length', 'gzip', withFlippedByte(gzipSync(plain), -1)],
    ['more frames than anybody needs', 'zstd', Buffer.concat(Array<Buffer>(101).fill(zstdCompressSync('a')))],
    ['a wrong checksum', 'deflate', withFlippedByte(deflateSync(plain), -1)],
    ['a wrong checksum', 'zstd', withFlippedByte(zstdCompressSync(plain, withChecksum), -1)],
    [
      'more members than anybody needs',
      'gzip',
      Buffer.concat([...Array<Buffer>(101).fill(gzipSync('a')), gzipSync('a').subarray(0, -8)]),
    ],
  ])('that has %s in %s is INVALID_RESPONSE', async (_name, contentEncoding, body) => {
    const { outcome } = await call(encoded(contentEncoding, body))
    expect(failureIn(outcome)).toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining(`encoded as ${contentEncoding}`),
    })
  })

  it.each<[string, string, Uint8Array]>([
    ['its last eight bytes', 'gzip', gzipSync(plain).subarray(0, -8)],
    ['a part of its checksum', 'gzip', gzipSync(plain).subarray(0, -6)],
    ['its length', 'gzip', gzipSync(plain).subarray(0, -4)],
    ['its checksum', 'deflate', deflateSync(plain).subarray(0, -4)],
    ['a part of its checksum', 'deflate', deflateSync(plain).subarray(0, -1)],
    ['its checksum', 'zstd', zstdCompressSync(plain, withChecksum).subarray(0, -4)],
    ['a part of its checksum', 'zstd', zstdCompressSync(plain, withChecksum).subarray(0, -1)],
    ['an end within, but garbage behind it', 'gzip', Buffer.concat([gzipSync(plain), Buffer.from('garbage')])],
    ['an end within, but zeros behind it', 'gzip', Buffer.concat([gzipSync(plain), Buffer.alloc(512)])],
    ['an end within, but garbage behind it', 'deflate', Buffer.concat([deflateSync(plain), Buffer.from('garbage')])],
    ['an end within, but garbage behind it', 'br', Buffer.concat([brotliCompressSync(plain), Buffer.from('garbage')])],
    ['an end within, but garbage behind it', 'zstd', Buffer.concat([zstdCompressSync(plain), Buffer.from('garbage')])],
  ])('without %s in %s is whole', async (_name, contentEncoding, body) => {
    const { outcome } = await call(encoded(contentEncoding, body))
    expect(Buffer.from(responseIn(outcome).body).equals(plain)).toBe(true)
    expect(responseIn(outcome).isTruncated).toBe(false)
  })

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('in %s that is put together of several is one', async (contentEncoding, compress) => {
    const parts = [compress(plain), compress(Buffer.from('more'))]
    const isSeveral = contentEncoding === 'gzip' || contentEncoding === 'zstd'
    const { outcome } = await call(encoded(contentEncoding, Buffer.concat(parts)))
    expect(textIn(outcome)).toBe(`${plain.toString()}${isSeveral ? 'more' : ''}`)
    expect(responseIn(outcome).isTruncated).toBe(false)
  })

  it('in zstd with frames to be skipped is decoded', async () => {
    const skipped = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4])
    const body = Buffer.concat([zstdCompressSync(plain), skipped, zstdCompressSync('more')])
    const { outcome } = await call(encoded('zstd', body))
    expect(textIn(outcome)).toBe(`${plain.toString()}more`)
  })

  it('in gzip that zlib does not take is cut at 1 MiB all the same', async () => {
    const body = Buffer.concat([gzipSync(Buffer.alloc(2 * mebibyte)), Buffer.from('garbage')])
    const response = responseIn((await call(encoded('gzip', body))).outcome)
    expect(response.isTruncated).toBe(true)
    expect(response.body).toHaveLength(mebibyte)
  })

  it('in gzip of several, of which the last lacks its checksum, is whole', async () => {
    const body = Buffer.concat([gzipSync(plain), gzipSync('more').subarray(0, -8)])
    const { outcome } = await call(encoded('gzip', body))
    expect(textIn(outcome)).toBe(`${plain.toString()}more`)
    expect(responseIn(outcome).isTruncated).toBe(false)
  })

  it('in gzip with a name and a comment of its own is decoded, with its checksum and without', async () => {
    const named = gzipSync(plain)
    named[3] = 0x1e
    const head = Buffer.concat([named.subarray(0, 10), Buffer.from([2, 0, 1, 2]), Buffer.from('a name\0a comment\0')])
    const check = Buffer.alloc(2)
    check.writeUInt16LE(crc32(head) & 0xffff)
    const body = Buffer.concat([head, check, named.subarray(10)])
    for (const bytes of [body, body.subarray(0, -8)]) {
      const { outcome } = await call(encoded('gzip', bytes))
      expect(Buffer.from(responseIn(outcome).body).equals(plain)).toBe(true)
      expect(responseIn(outcome).isTruncated).toBe(false)
    }
  })

  const mixed = Buffer.concat([plain, randomBytes(300_000)])

  it.each<[string, Uint8Array]>([
    ['gzip', gzipSync(mixed)],
    ['deflate', deflateSync(mixed)],
    ['deflate', deflateRawSync(mixed)],
    ['br', brotliCompressSync(mixed)],
    ['zstd', zstdCompressSync(mixed)],
  ])('in %s that ends within its content is kept up to there, and marked', async (contentEncoding, body) => {
    const { outcome } = await call(encoded(contentEncoding, body.subarray(0, 250_000)))
    const response = responseIn(outcome)
    expect(response.isTruncated).toBe(true)
    expect(response.body.length).toBeGreaterThan(50_000)
    expect(Buffer.from(response.body).equals(mixed.subarray(0, response.body.length))).toBe(true)
  })

  it.each<[string, Uint8Array]>([
    ['gzip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['zstd', zstdCompressSync(plain)],
  ])('in %s that ends before its content begins is INVALID_RESPONSE', async (contentEncoding, body) => {
    const { outcome } = await call(encoded(contentEncoding, body.subarray(0, 3)))
    expect(failureIn(outcome)).toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining(`encoded as ${contentEncoding}`),
    })
  })
})
