import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { countFollowers, openStream } from '../../../testing/calls/follow-calls.ts'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { remove } from '../../../testing/calls/task-calls.ts'
import { makeToken } from '../../../testing/calls/token-calls.ts'
import { insertReceived } from '../../../testing/rows/insert-received.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let origin: string
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 })
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const counts = () => countFollowers(test)

const makeFollower = async () => {
  const { id } = await makeReceiver(ada)
  const { id: tokenId, token } = await makeToken(ada, 'READ')
  return { receiverId: id, tokenId, follower: { origin, token, of: `receivers/${id}` } }
}

/** Time of streams passes when the test says so, and only theirs: the database and sockets have their own. */
const holdTimers = (...toFake: ('setInterval' | 'setTimeout' | 'performance')[]) => {
  vi.useFakeTimers({ toFake })
  onTestFinished(() => void vi.useRealTimers())
}

it('a reader that takes nothing for half a minute is cut off, and its place is free', async () => {
  const { receiverId, follower } = await makeFollower()
  await insertReceived(test, receiverId, 100, { requestBody: Buffer.alloc(200_000, 'x') })
  holdTimers('setInterval', 'performance')
  const { hostname, port } = new URL(origin)
  const socket: Socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  socket.pause()
  const head = [
    `GET /api/v1/${follower.of}/executions/follow?cursor=start HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${follower.token}`,
    'Accept: text/event-stream',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await expect.poll(counts).toEqual({ waiting: 0, reading: 1 })
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10_000)
      return (await counts()).reading
    })
    .toBe(0)
  socket.resume()
  await closed
}, 30_000)

it('a stream that waits ends with its next comment where its token was revoked, though nothing is recorded', async () => {
  const { tokenId, follower } = await makeFollower()
  holdTimers('setTimeout')
  const stream = await openStream(follower)
  await stream.next()
  await expect.poll(counts).toEqual({ waiting: 1, reading: 0 })
  await remove(ada, `/accounts/me/tokens/${tokenId}`)
  const end = stream.next()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await end).toMatchObject({ event: 'end', data: { code: 'SIGNED_OUT' } })
  expect(await stream.next()).toBeNull()
})
