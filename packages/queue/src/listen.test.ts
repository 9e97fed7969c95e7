import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'

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

  it('rejects where it cannot begin', async () => {
    const nobody = new URL(url)
    nobody.port = '1'
    const callbacks = { onNotification: () => {}, onListening: () => {}, onError: () => {} }
    const beginning = listen({ url: nobody.href, applicationName: 'listener', channels: ['one'], ...callbacks })
    await expect(beginning).rejects.toThrow('ECONNREFUSED')
  })
})
