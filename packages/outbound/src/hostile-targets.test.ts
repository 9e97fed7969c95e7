import type { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { clientFor, during, failureIn, requestTo, responseIn, textIn } from './testing/calls.ts'
import { startHttp, startRaw, startTcp } from './testing/servers.ts'
import { shortMs, timeOut } from './testing/time-out.ts'

const repeat = (socket: Socket, everyMs: number, write: () => void) => {
  const timer = setInterval(write, everyMs)
  socket.once('close', () => clearInterval(timer))
}

/** Calls a server that answers each request with exactly this. */
const callRaw = async (onRequest: (socket: Socket, received: string) => void) => {
  const target = await during(startRaw(onRequest))
  const outcome = await clientFor().send(requestTo(target.origin))
  return { target, outcome }
}

const answerWith = (text: string) => (socket: Socket) => socket.end(text, 'latin1')

describe('targets that take their time', () => {
  const headers = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n'

  // With how many bytes each has begun to do so.
  it.each<[string, number, (socket: Socket) => void]>([
    ['never answers', 0, () => {}],
    [
      'drips its status line',
      3,
      (socket) => {
        const line = 'HTTP/1.1 200 '.split('').values()
        repeat(socket, 10, () => socket.write(line.next().value ?? 'O'))
      },
    ],
    [
      'drips headers that are valid',
      40,
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        repeat(socket, 20, () => socket.write('X-A: b\r\n'))
      },
    ],
    [
      'drips its body',
      headers.length + 3,
      (socket) => {
        socket.write(headers)
        repeat(socket, 20, () => socket.write('x'))
      },
    ],
    ['hangs in its body', headers.length + 4, (socket) => socket.write(`${headers}some`)],
    ['says 102 for ever', 80, (socket) => repeat(socket, 40, () => socket.write('HTTP/1.1 102 Processing\r\n\r\n'))],
    [
      'drips chunk extensions',
      60,
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;')
        repeat(socket, 20, () => socket.write('a'))
      },
    ],
  ])('one that %s ends at the deadline, with its socket', async (_name, enoughBytes, onRequest) => {
    let received = ''
    const target = await during(
      startRaw((socket, text) => {
        received += text
        onRequest(socket)
      }),
    )
    const writtenBytes = () => [...target.sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)
    const failure = await timeOut(requestTo(target.origin), () => received !== '' && writtenBytes() >= enoughBytes)
    expect(failure.code).toBe('TIMEOUT')
    expect(failure.message).toBe('The target did not send a complete response within 0.25 seconds.')
    expect(failure.responseTimeMs).toBe(shortMs)
    await vi.waitFor(() => expect(target.sockets.size).toBe(0), 30_000)
  })

  it('one whose name does not resolve in time ends too', async () => {
    const client = clientFor({ timeoutMs: 100, resolve: () => new Promise<string[]>(() => {}) })
    const failure = failureIn(await client.send(requestTo('http://silent.example/')))
    expect(failure).toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('host name') })
  })

  it('one that does not read what is sent ends too', async () => {
    let isConnected = false
    const target = await during(
      startTcp((socket) =>
        socket.once('data', () => {
          socket.pause()
          isConnected = true
        }),
      ),
    )
    const request = requestTo(target.origin, { method: 'POST', body: new Uint8Array(20_000_000) })
    const failure = await timeOut(request, () => isConnected)
    expect(failure.code).toBe('TIMEOUT')
    // Paused, it does not see the end of its connection, but a write on it would fail.
    for (const socket of target.sockets) socket.resume()
    await vi.waitFor(() => expect(target.sockets.size).toBe(0), 30_000)
  })
})

describe('targets that hang up', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['at once', (socket) => socket.end()],
    ['with a reset', (socket) => socket.resetAndDestroy()],
    ['in their headers', answerWith('HTTP/1.1 200 OK\r\nContent-')],
    ['before their length is reached', answerWith('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort')],
    [
      'before their length is reached, and said that they would close',
      answerWith('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 100\r\n\r\nshort'),
    ],
    ['in a chunk', answerWith('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n100\r\nshort')],
    [
      'in a chunk, and said that they would close',
      answerWith('HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n100\r\nshort'),
    ],
    [
      'with a reset in their body',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx', () => socket.resetAndDestroy()),
    ],
  ])('%s are CONNECTION_RESET', async (_name, onRequest) => {
    const { outcome } = await callRaw(onRequest)
    expect(failureIn(outcome)).toMatchObject({
      code: 'CONNECTION_RESET',
      message: 'The target closed the connection before its response was complete.',
    })
  })

  it('are not called twice on a new connection', async () => {
    const { target } = await callRaw((socket) => socket.destroy())
    expect(target.connectionCount).toBe(1)
  })
})

describe('targets that lie', () => {
  it("that speak before the request are an answer or none, never another call's", async () => {
    const target = await during(startTcp((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly')))
    const outcome = await clientFor().send(requestTo(target.origin))
    if (outcome.kind === 'failure') expect(['INVALID_RESPONSE', 'CONNECTION_RESET']).toContain(outcome.code)
    else expect(textIn(outcome)).toBe('early')
  })

  it('with endless headers are cut off', async () => {
    let sentBytes = 0
    const { target, outcome } = await callRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const flood = () => {
        while (!socket.destroyed && socket.write('X-Flood: '.padEnd(1_000, 'x') + '\r\n')) sentBytes += 1_000
      }
      socket.on('drain', flood)
      flood()
    })
    expect(failureIn(outcome)).toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining('too large'),
    })
    expect(sentBytes).toBeLessThan(20_000_000)
    await vi.waitFor(() => expect(target.sockets.size).toBe(0), 30_000)
  })

  it('with an endless flood of 1xx are cut off before the deadline', async () => {
    const { outcome } = await callRaw((socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)))
    expect(failureIn(outcome)).toMatchObject({
      code: 'INVALID_RESPONSE',
      message: 'The target sent more than 100 interim responses (1xx) and no final one.',
    })
  })

  it('with a few 1xx are heard out', async () => {
    const { outcome } = await callRaw(
      answerWith(
        `${'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'.repeat(3)}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`,
      ),
    )
    expect(textIn(outcome)).toBe('ok')
    expect(responseIn(outcome).headers).not.toHaveProperty('link')
  })

  it('with more than their length have no say in the next call', async () => {
    const target = await during(
      startRaw((socket) =>
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 Smuggled\r\nContent-Length: 4\r\n\r\nevil',
        ),
      ),
    )
    const client = clientFor()
    const first = await client.send(requestTo(target.origin))
    const second = await client.send(requestTo(target.origin))
    expect([textIn(first), textIn(second)]).toEqual(['ok', 'ok'])
    expect([responseIn(first).statusCode, responseIn(second).statusCode]).toEqual([200, 200])
  })

  it('with headers of odd names are read without harm', async () => {
    const { outcome } = await callRaw(
      answerWith('HTTP/1.1 200 OK\r\n__proto__: a\r\nconstructor: b\r\ntoString: c\r\nContent-Length: 0\r\n\r\n'),
    )
    expect(responseIn(outcome).headers).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['toString', 'c'],
      ['Content-Length', '0'],
    ])
  })

  it('with a status of their own are answers all the same', async () => {
    const { outcome } = await callRaw(answerWith('HTTP/1.1 799 Odd\r\nContent-Length: 0\r\n\r\n'))
    expect(responseIn(outcome).statusCode).toBe(799)
  })
})

describe('whatever is requested', () => {
  it.each<[string, Record<string, string>]>([
    ['a line break in a value', { 'X-A': 'b\r\nX-Injected: c' }],
    ['a line break in a name', { 'X-A\r\nX-Injected': 'c' }],
    ['a space in a name', { 'X A': 'c' }],
  ])('a request with %s is an outcome, and is not sent', async (_name, headers) => {
    let count = 0
    const target = await during(
      startHttp((_request, response) => {
        count += 1
        response.end()
      }),
    )
    const failure = failureIn(await clientFor().send(requestTo(target.origin, { headers: Object.entries(headers) })))
    expect(failure).toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('Check its headers') })
    expect(count).toBe(0)
  })
})
