import { getEventListeners } from 'node:events'
import type { Socket } from 'node:net'
import { queryObjects } from 'node:v8'
import { describe, expect, it, vi } from 'vitest'
import { Deadline } from './call/deadline.ts'
import { clientFor, during, failureIn, requestTo, responseIn, textIn } from './testing/calls.ts'
import { bodyOf, startHttp, startRaw } from './testing/servers.ts'

const answering = () => during(startHttp((_request, response) => response.end('ok')))

describe('connections', () => {
  it('are kept for the next call', async () => {
    const target = await answering()
    const client = clientFor()
    for (let count = 0; count < 5; count += 1) expect(textIn(await client.send(requestTo(target.origin)))).toBe('ok')
    expect(target.connectionCount).toBe(1)
  })

  it('are one for each call that is in flight', async () => {
    const target = await answering()
    const client = clientFor()
    await Promise.all(Array.from({ length: 8 }, () => client.send(requestTo(target.origin))))
    await Promise.all(Array.from({ length: 8 }, () => client.send(requestTo(target.origin))))
    expect(target.connectionCount).toBe(8)
  })

  it('are not shared between partitions', async () => {
    const target = await answering()
    const client = clientFor()
    for (const partition of ['a', 'b', 'a', 'b']) await client.send(requestTo(target.origin, { partition }))
    expect(target.connectionCount).toBe(2)
  })

  it('close when nobody takes them up', async () => {
    const target = await answering()
    const client = clientFor({ keepAliveMs: 50 })
    await client.send(requestTo(target.origin))
    await vi.waitFor(() => expect(target.sockets.size).toBe(0), 30_000)
    expect(textIn(await client.send(requestTo(target.origin)))).toBe('ok')
    expect(target.connectionCount).toBe(2)
  })

  it.each([
    ['GET', 1],
    ['PUT', 1],
    ['POST', 2],
    ['PATCH', 2],
  ] as const)(
    'are used for %s: %i in all, since what must not be repeated goes out on a new one',
    async (method, count) => {
      const target = await answering()
      const client = clientFor()
      await client.send(requestTo(target.origin))
      await client.send(requestTo(target.origin, { method }))
      expect(target.connectionCount).toBe(count)
    },
  )

  it('that wait are bounded in number, and the oldest goes', async () => {
    const targets = await Promise.all([answering(), answering(), answering()])
    const client = clientFor({ maxIdleConnections: 2 })
    for (const target of targets) await client.send(requestTo(target.origin))
    await vi.waitFor(() => expect(targets.map(({ sockets }) => sockets.size)).toEqual([0, 1, 1]), 30_000)
  })

  it('that closed while they waited take the place of none that is open', async () => {
    const targets = await Promise.all([answering(), answering(), answering()])
    const [first, second, third] = targets
    const client = clientFor({ maxIdleConnections: 2 })
    for (const target of [first, second]) await client.send(requestTo(target.origin))
    for (const socket of second.sockets) socket.end()
    await vi.waitFor(() => expect(second.sockets.size).toBe(0), 30_000)
    await client.send(requestTo(third.origin))
    await client.send(requestTo(first.origin))
    expect(targets.map(({ connectionCount }) => connectionCount)).toEqual([1, 1, 1])
  })

  it('are not kept after an answer that says so', async () => {
    const target = await during(startHttp((_request, response) => response.setHeader('connection', 'close').end('ok')))
    const client = clientFor()
    await client.send(requestTo(target.origin))
    await client.send(requestTo(target.origin))
    expect(target.connectionCount).toBe(2)
  })

  it('that the server closed while they waited cost no call', async () => {
    const target = await answering()
    const client = clientFor()
    for (const method of ['GET', 'POST', 'PATCH'] as const) {
      await client.send(requestTo(target.origin))
      for (const socket of target.sockets) socket.end()
      await vi.waitFor(() => expect(target.sockets.size).toBe(0), 30_000)
      expect(textIn(await client.send(requestTo(target.origin, { method })))).toBe('ok')
    }
  })
})

/** Answers the first request of each connection, and hangs up at the second: what a server may do at any time. */
const startOneShot = async (received: string[]) => {
  const served = new WeakSet<Socket>()
  return during(
    startRaw((socket, text) => {
      received.push(text.split(' ')[0] ?? '')
      if (served.has(socket)) return socket.destroy()
      served.add(socket)
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    }),
  )
}

describe('a kept connection that ends with the request', () => {
  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'] as const)(
    'is replaced for %s, which may be repeated',
    async (method) => {
      const received: string[] = []
      const target = await startOneShot(received)
      const client = clientFor()
      await client.send(requestTo(target.origin))
      expect(responseIn(await client.send(requestTo(target.origin, { method }))).statusCode).toBe(200)
      expect(received).toEqual(['GET', method, method])
    },
  )

  it.each(['POST', 'PATCH'] as const)('does not meet %s, which goes out on a new one and once', async (method) => {
    const received: string[] = []
    const target = await startOneShot(received)
    const client = clientFor()
    await client.send(requestTo(target.origin))
    const outcome = await client.send(requestTo(target.origin, { method, body: 'once' }))
    expect(responseIn(outcome).statusCode).toBe(200)
    expect(received).toEqual(['GET', method])
  })
})

it.each(['POST', 'PATCH'] as const)(
  'a new connection that ends with %s is a reset: it may have been done',
  async (method) => {
    const received: string[] = []
    const target = await during(
      startRaw((socket, text) => {
        received.push(text.split(' ')[0] ?? '')
        socket.destroy()
      }),
    )
    const outcome = await clientFor().send(requestTo(target.origin, { method, body: 'once' }))
    expect(failureIn(outcome).code).toBe('CONNECTION_RESET')
    expect(received.filter((name) => name === method)).toHaveLength(1)
  },
)

describe('interrupting', () => {
  const hanging = () => during(startHttp(() => {}))

  it('by the signal ends the call and its socket', async () => {
    const target = await hanging()
    const controller = new AbortController()
    const sending = clientFor().send(requestTo(target.origin), { signal: controller.signal })
    await vi.waitFor(() => expect(target.sockets.size).toBe(1), 30_000)
    controller.abort()
    expect(failureIn(await sending).code).toBe('INTERRUPTED')
    await vi.waitFor(() => expect(target.sockets.size).toBe(0), 30_000)
  })

  it('by a signal that was aborted before makes no call', async () => {
    const target = await hanging()
    const outcome = await clientFor().send(requestTo(target.origin), { signal: AbortSignal.abort() })
    expect(failureIn(outcome).code).toBe('INTERRUPTED')
    expect(target.connectionCount).toBe(0)
  })

  it('by one signal ends all of its calls and no other', async () => {
    const target = await hanging()
    const client = clientFor()
    const controller = new AbortController()
    const mine = Array.from({ length: 20 }, () => client.send(requestTo(target.origin), { signal: controller.signal }))
    const other = client.send(requestTo(target.origin), { signal: new AbortController().signal })
    await vi.waitFor(() => expect(target.sockets.size).toBe(21), 30_000)
    controller.abort()
    const outcomes = await Promise.all(mine)
    expect(outcomes.every((outcome) => failureIn(outcome).code === 'INTERRUPTED')).toBe(true)
    await vi.waitFor(() => expect(target.sockets.size).toBe(1), 30_000)
    await client.close()
    expect(failureIn(await other).code).toBe('INTERRUPTED')
  })

  it('while a name is resolved or a port swallows works as well', async () => {
    const client = clientFor({ resolve: () => new Promise<string[]>(() => {}) })
    const controller = new AbortController()
    const sending = client.send(requestTo('http://silent.example/'), { signal: controller.signal })
    controller.abort()
    expect(failureIn(await sending).code).toBe('INTERRUPTED')
  })

  it('by closing the client closes what waits and rejects what comes', async () => {
    // Other than a server of Node's it never closes a connection that waits.
    const idle = await during(startRaw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')))
    const target = await hanging()
    const client = clientFor({ keepAliveMs: 600_000 })
    await client.send(requestTo(idle.origin))
    const sending = client.send(requestTo(target.origin))
    await vi.waitFor(() => expect(target.sockets.size).toBe(1), 30_000)
    await client.close()
    expect(failureIn(await sending).code).toBe('INTERRUPTED')
    await vi.waitFor(() => expect([idle.sockets.size, target.sockets.size]).toEqual([0, 0]), 30_000)
    expect(failureIn(await client.send(requestTo(idle.origin))).code).toBe('INTERRUPTED')
    expect(idle.connectionCount).toBe(1)
  })

  it('after the answer changes nothing', async () => {
    const target = await answering()
    const controller = new AbortController()
    const client = clientFor()
    const outcome = await client.send(requestTo(target.origin), { signal: controller.signal })
    controller.abort()
    expect(textIn(outcome)).toBe('ok')
    expect(textIn(await client.send(requestTo(target.origin)))).toBe('ok')
    expect(target.connectionCount).toBe(1)
  })
})

describe('calls that are over', () => {
  it('leave nothing behind, however long the client and the signal live', async () => {
    const client = clientFor({ timeoutMs: 600_000, resolve: async () => [] })
    const { signal } = new AbortController()
    for (let count = 0; count < 20; count += 1) {
      await client.send(requestTo('http://empty.example/'))
      await client.send(requestTo('http://empty.example/'), { signal })
    }
    expect(queryObjects(Deadline, { format: 'count' })).toBeLessThan(10)
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  })
})

describe('many calls at once', () => {
  it('to 500 targets that drip end at their deadline, with flat memory and no socket left', async () => {
    const drips = new Map<Socket, NodeJS.Timeout>()
    const target = await during(
      startRaw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
        drips.set(
          socket,
          setInterval(() => socket.write('1\r\nx\r\n'), 250),
        )
        socket.once('close', () => clearInterval(drips.get(socket)))
      }),
    )
    const quick = await answering()
    // Long enough for all of them to be connected before the first one ends, on a busy machine too.
    const client = clientFor({ timeoutMs: 10_000 })
    const before = process.memoryUsage().rss
    let ended = 0
    const sending = Array.from({ length: 500 }, (_, index) =>
      client.send(requestTo(target.origin, { partition: String(index) })).finally(() => (ended += 1)),
    )
    await vi.waitFor(() => expect(target.sockets.size).toBe(500), 30_000)
    responseIn(await client.send(requestTo(quick.origin)))
    expect(ended).toBe(0)
    const outcomes = (await Promise.all(sending)).map(failureIn)
    expect(outcomes.every(({ code }) => code === 'TIMEOUT')).toBe(true)
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
    await vi.waitFor(() => expect(target.sockets.size).toBe(0), 30_000)
  })

  it('each get their own answer', async () => {
    const target = await during(startHttp(async (request, response) => response.end(await bodyOf(request))))
    const client = clientFor()
    const bodies = Array.from({ length: 300 }, (_, index) => `body ${index}`)
    const outcomes = await Promise.all(
      bodies.map((body, index) =>
        client.send(requestTo(target.origin, { method: 'POST', body, partition: String(index % 7) })),
      ),
    )
    expect(outcomes.map(textIn)).toEqual(bodies)
  })
})
