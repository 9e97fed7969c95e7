import type { RequestListener } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { clientFor, during, requestTo, responseIn, textIn } from './testing/calls.ts'
import { startHttp, startRaw } from './testing/servers.ts'

const mebibyte = 1_048_576

const call = async (onRequest: RequestListener, policy = {}) => {
  const target = await during(startHttp(onRequest))
  return { target, outcome: await clientFor(policy).send(requestTo(target.origin)) }
}

describe('the size of a body', () => {
  it.each([
    [0, false],
    [1, false],
    [mebibyte - 1, false],
    [mebibyte, false],
    [mebibyte + 1, true],
    [5 * mebibyte, true],
  ])('%i bytes: truncated %s, and the call succeeds', async (size, isTruncated) => {
    const body = Buffer.alloc(size, 'abcdefg')
    const { outcome } = await call((_request, response) => response.end(body))
    const response = responseIn(outcome)
    expect(response).toMatchObject({ statusCode: 200, isTruncated })
    expect(Buffer.from(response.body).equals(body.subarray(0, mebibyte))).toBe(true)
  })

  it('that has no end is read up to the limit, and the connection is closed', async () => {
    const { target, outcome } = await call((_request, response) => {
      const flood = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      }
      response.on('drain', flood)
      flood()
    })
    expect(responseIn(outcome)).toMatchObject({ statusCode: 200, isTruncated: true })
    expect(responseIn(outcome).body).toHaveLength(mebibyte)
    await vi.waitFor(() => expect(target.sockets.size).toBe(0), 30_000)
  })

  it('in chunks of a byte is put together', async () => {
    const target = await during(
      startRaw((socket) =>
        socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(50_000)}0\r\n\r\n`),
      ),
    )
    const outcome = await clientFor().send(requestTo(target.origin))
    expect(textIn(outcome)).toBe('x'.repeat(50_000))
    expect(responseIn(outcome).body.buffer.byteLength).toBeLessThan(200_000)
  })

  it('without a length ends with the connection', async () => {
    const target = await during(startRaw((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it')))
    expect(textIn(await clientFor().send(requestTo(target.origin)))).toBe('all of it')
  })

  it.each([204, 304])('is nothing with %i', async (statusCode) => {
    const { outcome } = await call((_request, response) =>
      response.writeHead(statusCode, { 'content-encoding': 'gzip, gzip, gzip' }).end(),
    )
    expect(responseIn(outcome)).toMatchObject({ statusCode, isTruncated: false, body: new Uint8Array(0) })
  })

  it('is nothing for HEAD, whatever its headers promise', async () => {
    const target = await during(
      startHttp((_request, response) =>
        response.writeHead(200, { 'content-length': 500, 'content-encoding': 'gzip' }).end(),
      ),
    )
    const outcome = responseIn(await clientFor().send(requestTo(target.origin, { method: 'HEAD' })))
    expect(outcome.body).toHaveLength(0)
    expect(outcome.headers).toContainEqual(['content-length', '500'])
  })

  it('is kept byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    const { outcome } = await call((_request, response) => response.end(bytes))
    expect(Buffer.from(responseIn(outcome).body).equals(bytes)).toBe(true)
  })
})
