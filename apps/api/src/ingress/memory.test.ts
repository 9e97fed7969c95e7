import { afterEach, expect, it } from 'vitest'
import { openRaw, statusesIn } from '../testing/raw-http.ts'
import { createTestIngress, type TestIngress, type TestReceiver } from '../testing/test-ingress.ts'

const large = 'x'.repeat(600_000)

let ingress: TestIngress
let receiver: TestReceiver
const start = async (maxBytesInFlight: number, responseBody = 'ok') => {
  ingress = await createTestIngress({ maxBytesInFlight })
  receiver = await ingress.insertReceiver({ responseBody })
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
