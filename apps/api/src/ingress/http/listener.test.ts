import { afterEach, expect, it } from 'vitest'
import { openRaw, statusesIn } from '../../testing/calls/raw-http.ts'
import type { Sent } from './answers.ts'
import { MemoryBudget } from './limits/memory-budget.ts'
import { type Listener, startListener } from './listener.ts'

/** Longer than a test may take. */
const never = 600_000

let listener: Listener
let pending: ((sent: Sent) => void)[]
const start = async (idleTimeoutMs: number, headersMs = 10_000) => {
  pending = []
  listener = await startListener({
    host: '127.0.0.1',
    port: 0,
    timeouts: { headersMs, requestMs: 30_000, idleTimeoutMs },
    budget: new MemoryBudget(1024),
    answer: () => new Promise((resolve) => void pending.push(resolve)),
  })
  return openRaw(listener.port)
}
afterEach(() => listener.close(0))

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const answer = (body: string): Sent => ({ code: 200, contentType: 'text/plain', body })
/** Until the listener has so many requests. */
const untilRequested = (count: number) => expect.poll(() => pending.length).toBe(count)

it('answers that nobody takes are let go of', async () => {
  const { socket, write } = await start(200)
  socket.pause()
  write(request)
  await untilRequested(1)
  // More than the two ends' buffers hold.
  pending[0]?.(answer('x'.repeat(64 * 1024 * 1024)))
  // Ends only when the connection has: nothing else closes one that is owed an answer.
  await expect(listener.close(never)).resolves.toBeUndefined()
  socket.destroy()
})

it('a sender that was in flight when the end began is answered, and not waited for any longer', async () => {
  const { write, received, closed, socket } = await start(never)
  write(request)
  await untilRequested(1)
  const ended = listener.close(never)
  pending[0]?.(answer('last'))
  await Promise.all([ended, closed])
  expect(statusesIn(received())).toEqual([200])
  expect(received()).toContain('Connection: close')
  socket.destroy()
})

it('requests that came in one go across the end’s beginning are all answered', async () => {
  const { write, received, closed, socket } = await start(never)
  write(request + request)
  await untilRequested(2)
  const ended = listener.close(never)
  write(request)
  await untilRequested(3)
  for (const resolve of pending) resolve(answer('one'))
  await Promise.all([ended, closed])
  expect(statusesIn(received())).toEqual([200, 200, 200])
  socket.destroy()
})

/** More than the two ends' buffers hold. */
const long = 'x'.repeat(64 * 1024 * 1024)

/** A sender that has begun to read a long answer, and reads no more of it just now. */
const startReading = async () => {
  const sender = await start(never)
  sender.write(request)
  await untilRequested(1)
  sender.socket.once('data', () => sender.socket.pause())
  pending[0]?.(answer(long))
  await expect.poll(() => sender.socket.isPaused()).toBe(true)
  return sender
}

it('an answer that was given when the end began reaches a sender that takes its time', async () => {
  const { received, closed, socket } = await startReading()
  const ended = listener.close(never)
  await expect(openRaw(listener.port)).rejects.toThrow('ECONNREFUSED')
  socket.resume()
  await Promise.all([ended, closed])
  expect(received().endsWith(`\r\n\r\n${long}`)).toBe(true)
})

it('a response that is given meanwhile is sent too', async () => {
  const first = await startReading()
  const second = await openRaw(listener.port)
  second.write(request)
  await untilRequested(2)
  const ended = listener.close(never)
  second.socket.once('data', () => second.socket.pause())
  pending[1]?.(answer(long))
  await expect.poll(() => second.socket.isPaused()).toBe(true)
  first.socket.resume()
  await expect.poll(() => first.received().length).toBeGreaterThan(long.length)
  second.socket.resume()
  await Promise.all([ended, first.closed, second.closed])
  expect(second.received().endsWith(`\r\n\r\n${long}`)).toBe(true)
})

it('a stop waits for no slow receiver of a response beyond its time', async () => {
  const { received, socket, closed } = await startReading()
  await listener.close(200)
  socket.resume()
  await closed
  expect(received().length).toBeLessThan(long.length)
})

/** Until a connection that was opened later, on which headers only begin, is timed out. */
const untilHeadersTimeOut = async () => {
  const { write, closed, received, socket } = await openRaw(listener.port)
  write('GET')
  await closed
  expect(statusesIn(received())).toEqual([408])
  socket.destroy()
}

it('a connection that carried nothing yet is waited on like one between two requests, and its request is answered', async () => {
  const { write, received, socket } = await start(never, 200)
  await untilHeadersTimeOut()
  write(request)
  await untilRequested(1)
  pending[0]?.(answer('first'))
  await expect.poll(() => statusesIn(received())).toEqual([200])
  socket.destroy()
})

it('headers that begin on such a connection have their time, and no more', async () => {
  const headersMs = 200
  const { write, received, closed, socket } = await start(never, headersMs)
  await untilHeadersTimeOut()
  expect(received()).toBe('')
  const begunAt = performance.now()
  write('GET')
  await closed
  expect(statusesIn(received())).toEqual([408])
  expect(performance.now() - begunAt).toBeGreaterThanOrEqual(headersMs)
  socket.destroy()
})

it('a connection on which nothing ever comes is closed without a response', async () => {
  const { received, closed, socket } = await start(1000, 200)
  await closed
  expect(received()).toBe('')
  socket.destroy()
})

it('a stop does not wait for a connection that carried nothing yet', async () => {
  const { received, closed, socket } = await start(never)
  await expect(listener.close(never)).resolves.toBeUndefined()
  await closed
  expect(received()).toBe('')
  socket.destroy()
})
