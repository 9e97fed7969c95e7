import { afterEach, describe, expect, it } from 'vitest'
import { exchangeRaw, openRaw, type RawConnection, statusesIn } from '../testing/calls/raw-http.ts'
import { createTestIngress, type TestIngress, type TestReceiver } from '../testing/test-ingress.ts'

const large = 'x'.repeat(600_000)

let ingress: TestIngress
let receiver: TestReceiver
/** However slow the machine is, nobody is cut off who holds memory. */
const timeouts = { headersMs: 300_000, requestMs: 300_000, idleTimeoutMs: 300_000 }
const start = async (bytesInFlight: number, responseBody = 'ok') => {
  ingress = await createTestIngress({ memoryLimits: { bytesInFlight }, timeouts })
  // However often it is called until the memory is full, the plan's limit is not what answers.
  receiver = await ingress.insertReceiver({ responseBody, plan: 'SUPER' })
}
afterEach(() => ingress.close())

const post = (body: string) => fetch(ingress.urlOf(receiver), { method: 'POST', body })

it('bodies that fill the memory have others answered with Retry-After, until they are answered', async () => {
  await start(1_000_000)
  const slow = await openRaw(ingress.port)
  slow.write(`POST /r/${receiver.token} HTTP/1.1\r\nHost: x\r\nContent-Length: ${large.length + 1}\r\n\r\n${large}`)
  await expect.poll(async () => (await post(large)).status).toBe(503)
  expect((await post(large)).headers.get('retry-after')).toBe('1')
  const before = (await ingress.recorded(receiver)).length
  slow.write('x')
  await expect.poll(() => statusesIn(slow.received())).toEqual([200])
  await expect.poll(async () => (await post(large)).status).toBe(200)
  expect((await ingress.recorded(receiver)).length).toBe(before + 2)
  slow.socket.destroy()
})

it('answers that nobody takes fill it as well, until their senders have gone', async () => {
  // More than a connection's own buffers hold, on both sides together.
  await start(25_000_000, 'x'.repeat(20_000_000))
  const lazy = await openRaw(ingress.port)
  lazy.socket.pause()
  lazy.write(`GET /r/${receiver.token} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await expect.poll(async () => (await ingress.recorded(receiver)).length).toBe(1)
  expect((await fetch(ingress.urlOf(receiver))).status).toBe(503)
  lazy.socket.destroy()
  await expect.poll(async () => (await fetch(ingress.urlOf(receiver))).status).toBe(200)
})

it('headers fill it before a body is waited for, until their senders have gone', async () => {
  await start(150_000)
  const slow = await openRaw(ingress.port)
  const header = `X-Large: ${'x'.repeat(60_000)}`
  const request = `POST /r/${receiver.token} HTTP/1.1\r\nHost: x\r\n${header}\r\nContent-Length: 10\r\n\r\n`
  slow.write(request)
  await expect
    .poll(async () => (await fetch(ingress.urlOf(receiver), { headers: { 'x-large': header } })).status)
    .toBe(503)
  slow.socket.destroy()
  await expect
    .poll(async () => (await fetch(ingress.urlOf(receiver), { headers: { 'x-large': header } })).status)
    .toBe(200)
})

it('many small headers count by their number, too', async () => {
  await start(30_000)
  const headers = Array.from({ length: 490 }, (_, n): [string, string] => [`x-${n}`, ''])
  expect((await fetch(ingress.urlOf(receiver), { headers })).status).toBe(503)
  expect((await fetch(ingress.urlOf(receiver), { headers: headers.slice(0, 100) })).status).toBe(200)
})

it('a request of 500 headers is recorded with all of them, and one of more is answered with 431', async () => {
  await start(1_000_000)
  const requestOf = (count: number) => {
    const lines = Array.from({ length: count - 2 }, (_, n) => `X-${n}: ${n}`)
    return [`GET /r/${receiver.token} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n')
  }
  expect(statusesIn(await exchangeRaw(ingress.port, requestOf(500)))).toEqual([200])
  expect(statusesIn(await exchangeRaw(ingress.port, requestOf(501)))).toEqual([431])
  expect(statusesIn(await exchangeRaw(ingress.port, requestOf(3000)))).toEqual([431])
  expect((await ingress.recorded(receiver)).map(({ requestHeaders }) => requestHeaders.length)).toEqual([500])
})

describe('connections are bounded', () => {
  /** Until so many of them are answered, and the others closed without a response. */
  const answered = async (connections: readonly RawConnection[]) => {
    for (const { write } of connections) write(`GET /r/${receiver.token} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await expect
      .poll(
        () =>
          connections.filter(({ socket, received }) => received() !== '' || socket.readableEnded || socket.destroyed)
            .length,
      )
      .toBe(connections.length)
    const statuses = connections.map(({ received }) => statusesIn(received())[0] ?? 0)
    for (const { socket } of connections) socket.destroy()
    return statuses.toSorted((a, b) => b - a)
  }
  const openMany = (count: number) => Promise.all(Array.from({ length: count }, () => openRaw(ingress.port)))

  it('by address, and taken again when others have gone', async () => {
    ingress = await createTestIngress({ memoryLimits: { connectionsByNetwork: 3 } })
    receiver = await ingress.insertReceiver({ plan: 'SUPER' })
    expect(await answered(await openMany(5))).toEqual([200, 200, 200, 0, 0])
    await expect.poll(async () => answered(await openMany(3))).toEqual([200, 200, 200])
  })

  it('not by address where they come through a trusted proxy', async () => {
    const settings = { trustProxy: 1 }
    ingress = await createTestIngress({ settings, memoryLimits: { connectionsByNetwork: 3 } })
    receiver = await ingress.insertReceiver({ plan: 'SUPER' })
    expect(await answered(await openMany(5))).toEqual([200, 200, 200, 200, 200])
  })

  it('in all, proxies or not', async () => {
    const settings = { trustProxy: 1 }
    ingress = await createTestIngress({ settings, memoryLimits: { connections: 4 } })
    receiver = await ingress.insertReceiver({ plan: 'SUPER' })
    expect(await answered(await openMany(5))).toEqual([200, 200, 200, 200, 0])
  })
})
