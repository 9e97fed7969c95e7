import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiProcess, startApiProcess, untilReady } from './testing/api-process.ts'
import { openRaw } from './testing/calls/raw-http.ts'

const demo = { KNOCKWIRE_DEMO_EMAIL: 'demo@knockwire.example', KNOCKWIRE_DEMO_PASSWORD: 'knock knock who is there' }

describe('the API as a process', () => {
  let database: TestDatabase
  let api: ApiProcess
  beforeAll(async () => {
    database = await createTestDatabase()
    api = await startApiProcess({ DATABASE_URL: database.url, ...demo })
    await untilReady(api)
  })
  afterAll(async () => {
    api.signal('SIGKILL')
    await api.ended
    await database.close()
  })

  const call = (path: string, init: { cookie?: string; payload?: object } = {}) =>
    fetch(`${api.origin}${path}`, {
      method: init.payload === undefined ? 'GET' : 'POST',
      headers: {
        origin: api.origin,
        ...(init.payload && { 'content-type': 'application/json' }),
        ...(init.cookie && { cookie: init.cookie }),
      },
      ...(init.payload && { body: JSON.stringify(init.payload) }),
    })
  const signIn = async () => {
    const payload = { email: demo.KNOCKWIRE_DEMO_EMAIL, password: demo.KNOCKWIRE_DEMO_PASSWORD }
    const answer = await call('/api/v1/auth/sign-in', { payload })
    expect(answer.status).toBe(200)
    return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  }

  it('lets the demonstration account in by a hash of full cost; its task runs every minute', async () => {
    const cookie = await signIn()
    const { rows } = await database.pool.query<{ password_hash: string }>('select password_hash from users')
    // As OWASP advises, which tests of features do not wait for.
    expect(rows).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }])
    const tasks: unknown = await (await call('/api/v1/tasks', { cookie })).json()
    expect(tasks).toMatchObject({
      total: 1,
      results: [
        {
          scheduler: { status: 'ACTIVE', mode: 'INTERVAL', intervalSecond: 60 },
          request: { target: { uri: expect.stringMatching(/\/r\/[\w-]{22}$/) } },
        },
      ],
    })
  })

  it('prints no secret', () => {
    expect(api.output()).not.toContain(demo.KNOCKWIRE_DEMO_PASSWORD)
    expect(api.output()).not.toContain(new URL(database.url).password)
  })

  it('answers what is in flight when it is stopped, takes nothing new, waits for no unused connection, and ends well', async () => {
    const cookie = await signIn()
    const unused = await Promise.all(
      [api.origin, api.receiverOrigin, api.operatorOrigin].map((origin) => openRaw(Number(new URL(origin).port))),
    )
    const holder = await database.pool.connect()
    await holder.query('begin')
    await holder.query('select id from users for update')
    const inFlight = call('/api/v1/accounts/me/settings', { cookie, payload: { taskListSortKey: 'name' } })
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)
    api.signal('SIGTERM')
    await expect.poll(async () => (await call('/healthz').catch(() => null))?.status ?? 'refused').not.toBe(200)
    await holder.query('commit')
    holder.release()
    expect((await inFlight).status).toBe(200)
    expect(await api.ended).toBe(0)
    for (const { socket } of unused) socket.destroy()
  })
})

describe('a start that cannot be', () => {
  it('ends with a message that names the setting', async () => {
    const api = await startApiProcess({ ENCRYPTION_KEY: 'short' })
    expect(await api.ended).toBe(1)
    expect(api.output()).toMatch(/^DATABASE_URL is not set\. ENCRYPTION_KEY is not usable: .*\n$/)
  })

  it('ends where no database answers', async () => {
    const api = await startApiProcess({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
    expect(await api.ended).toBe(1)
    expect(api.output()).toContain('the API has failed')
  })
})
