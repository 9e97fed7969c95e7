import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { listen } from './listen.ts'

/** A way to the database whose connections of now can fall silent without being closed. */
const startProxy = async (databaseUrl: string) => {
  const { hostname, port } = new URL(databaseUrl)
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) sockets.push(socket.on('error', () => {}))
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const silence = () => sockets.forEach((socket) => socket.unpipe().pause())
  const close = () => {
    sockets.forEach((socket) => socket.destroy())
    server.close()
  }
  return { url: url.href, silence, close }
}

describe('listening', async () => {
  const { db, url, close } = await createTestDatabase()
  afterAll(close)

  it('hears its channels, and hears them again after its connection was broken', async () => {
    const heard: string[] = []
    const errors: Error[] = []
    let listening = 0
    const listener = await listen({
      url,
      applicationName: 'listener',
      channels: ['one', 'Other Channel'],
      onNotification: (channel, payload) => void heard.push(`${channel}: ${payload}`),
      onListening: () => void (listening += 1),
      onError: (error) => void errors.push(error),
    })
    const notify = (channel: string, payload: string) => db.execute(sql`select pg_notify(${channel}, ${payload})`)
    await notify('one', 'a')
    await notify('elsewhere', 'b')
    await notify('Other Channel', 'c')
    await expect.poll(() => heard).toEqual(['one: a', 'Other Channel: c'])
    await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'`)
    await expect.poll(() => listening).toBe(2)
    expect(errors).toHaveLength(1)
    await notify('one', 'd')
    await expect.poll(() => heard).toContain('one: d')
    await listener.close()
  })

  it('begins again where its connection no longer answers, though nobody has closed it', async () => {
    const proxy = await startProxy(url)
    onTestFinished(proxy.close)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const [heard, errors]: string[][] = [[], []]
    let listening = 0
    const listener = await listen({
      url: proxy.url,
      applicationName: 'probed',
      channels: ['one'],
      onNotification: (_channel, payload) => void heard?.push(payload),
      onListening: () => void (listening += 1),
      onError: ({ message }) => void errors?.push(message),
    })
    const notify = (payload: string) => db.execute(sql`select pg_notify('one', ${payload})`)
    // A connection that answers is kept: what is heard on it comes behind the answer.
    await vi.advanceTimersByTimeAsync(10_000)
    const probes = sql`select from pg_stat_activity where application_name = 'probed' and query = 'select 1' and state = 'idle'`
    await expect.poll(async () => (await db.execute(probes)).rows.length).toBe(1)
    await notify('a')
    await expect.poll(() => heard).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(5500)
    expect([listening, errors]).toEqual([1, []])
    proxy.silence()
    await vi.advanceTimersByTimeAsync(15_000)
    await expect.poll(() => errors).toEqual(['The listening connection does not answer'])
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(100)
        return listening
      })
      .toBe(2)
    await notify('b')
    await expect.poll(() => heard).toEqual(['a', 'b'])
    await listener.close()
  })

  it('rejects where it cannot begin', async () => {
    const nobody = new URL(url)
    nobody.port = '1'
    const callbacks = { onNotification: () => {}, onListening: () => {}, onError: () => {} }
    const beginning = listen({ url: nobody.href, applicationName: 'listener', channels: ['one'], ...callbacks })
    await expect(beginning).rejects.toThrow('ECONNREFUSED')
  })
})
