import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { freePort } from '@knockwire/db/testing/processes/free-port'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { installQueue } from '@knockwire/queue/queues'
import { replaceEncryptionCheck } from '@knockwire/services/secrets/encryption-check'
import { createSecrets, parseKeyring } from '@knockwire/services/secrets/secrets'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
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

  it('answers what is in flight when it is stopped, takes nothing new, waits for no unused connection, and exits with 0', async () => {
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
    expect(api.output()).toMatch(/^DATABASE_URL is not set\. ENCRYPTION_KEY must be 32 bytes in base64 .*\.\n$/)
  })

  it('ends with one sentence where the database rejects its address', async () => {
    const database = await createTestDatabase()
    const url = new URL(database.url)
    url.pathname = '/no_such_database'
    const api = await startApiProcess({ DATABASE_URL: url.href })
    expect(await api.ended).toBe(1)
    expect(api.output()).toBe('DATABASE_URL is not usable: database "no_such_database" does not exist.\n')
    await database.close()
  })

  it('ends with one sentence where its port is in use', async () => {
    const database = await createTestDatabase()
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = address instanceof Object ? address.port : 0
    const api = await startApiProcess({ DATABASE_URL: database.url, RECEIVER_PORT: String(port) })
    expect(await api.ended).toBe(1)
    expect(api.output()).toContain(`RECEIVER_PORT is not usable: port ${port} is in use`)
    expect(api.output()).not.toContain('    at ')
    server.close()
    await database.close()
  })
})

describe('a start without a database that can be used', () => {
  const readyz = async ({ origin }: ApiProcess) => {
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    return answer === null ? null : { status: answer.status, body: (await answer.json()) as object }
  }
  const linesOf = (api: ApiProcess, message: string) =>
    api
      .output()
      .split('\n')
      .filter((line) => line.includes(`"msg":"${message}"`))

  it.each(['api', 'ingress'])(
    'as %s, waits while there is none and while it is not migrated, says which, and starts once it is',
    async (role) => {
      const database = await createTestDatabase()
      const port = await freePort()
      const url = new URL(database.url)
      const [upstream, host] = [Number(url.port), url.hostname]
      url.port = String(port)
      url.hostname = '127.0.0.1'
      const api = await startApiProcess({ DATABASE_URL: url.href, KNOCKWIRE_ROLE: role })
      const notReady = (reason: RegExp) =>
        vi.waitFor(
          async () =>
            expect(await readyz(api)).toMatchObject({ status: 503, body: { reason: expect.stringMatching(reason) } }),
          { timeout: 20_000 },
        )
      await notReady(/does not answer/)
      expect((await fetch(`${api.origin}/healthz`)).status).toBe(200)
      const page = await fetch(api.origin)
      expect([page.status, await page.json()]).toEqual([
        503,
        { message: expect.stringMatching(/^This server is starting. The database does not answer/) },
      ])
      if (role === 'ingress') {
        expect((await fetch(`${api.receiverOrigin}/healthz`)).status).toBe(200)
        expect((await fetch(`${api.receiverOrigin}/r/token`, { method: 'POST' })).status).toBe(503)
      }
      await database.pool.query('drop schema pgboss cascade; alter schema drizzle rename to mislaid')
      const proxy = createServer((socket) => {
        const server = connect(upstream, host)
        socket.pipe(server).pipe(socket)
        for (const end of [socket, server])
          end.on('error', () => {}).on('close', () => void [socket, server].map((one) => one.destroy()))
      })
      proxy.listen(port, '127.0.0.1')
      await notReady(/never migrated/)
      await database.pool.query('alter schema mislaid rename to drizzle')
      await notReady(/queues/)
      expect(linesOf(api, 'waiting for the database')).toHaveLength(1)
      await installQueue(database.url)
      await untilReady(api)
      // It is ready a moment before it says that it has started.
      await vi.waitFor(() => expect(linesOf(api, 'started')).toHaveLength(1))
      api.signal('SIGTERM')
      expect(await api.ended).toBe(0)
      expect(linesOf(api, 'stopped')).toHaveLength(1)
      proxy.close()
      await database.close()
    },
  )

  it('exits with 0 at once when it is stopped while it waits', async () => {
    const api = await startApiProcess({ DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` })
    await vi.waitFor(() => expect(linesOf(api, 'waiting for the database')).toHaveLength(1), { timeout: 20_000 })
    api.signal('SIGTERM')
    expect(await api.ended).toBe(0)
  })
})

describe('a start with another encryption key than the database was used with', () => {
  it('ends with one sentence that names the setting; after the loss of the key is accepted, it starts', async () => {
    const database = await createTestDatabase()
    const environment = (byte: number) => ({
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: Buffer.alloc(32, byte).toString('base64'),
    })
    const first = await startApiProcess(environment(1))
    await untilReady(first)
    first.signal('SIGTERM')
    await first.ended
    const wrong = await startApiProcess(environment(2))
    expect(await wrong.ended).toBe(1)
    expect(wrong.output()).toMatch(/^ENCRYPTION_KEY is not the key of this database, .*keys:rotate --lost-key.*\n$/)
    await replaceEncryptionCheck(database.db, createSecrets(parseKeyring(environment(2).ENCRYPTION_KEY)))
    const again = await startApiProcess(environment(2))
    await untilReady(again)
    again.signal('SIGTERM')
    expect(await again.ended).toBe(0)
    await database.close()
  })
})
