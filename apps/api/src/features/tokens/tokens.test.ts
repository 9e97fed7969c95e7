import { Readable } from 'node:stream'
import { sessions } from '@knockwire/db/schema/users'
import { apiTokens } from '@knockwire/db/schema/credentials'
import type { ApiTokenView, CreatedApiTokenView } from '@knockwire/domain/accounts/api-token'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinAs } from '../../testing/calls/member-calls.ts'
import { mailsTo } from '../../testing/calls/mails.ts'
import { get, makeTask, post, remove, statusesOf, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { makeToken, withToken } from '../../testing/calls/token-calls.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describe('personal API tokens', () => {
  let test: TestApp
  let ada: TestUser
  beforeAll(async () => {
    test = await createTestApp()
    ada = await test.signUp('Ada')
  })
  afterAll(() => test.close())

  const listed = async (user = ada) =>
    (await get(user, '/accounts/me/tokens')).json<{ results: ApiTokenView[] }>().results
  const statusWith = async (authorization: string, headers = {}) =>
    (await test.app.inject({ url: '/api/v1/accounts/me', headers: { authorization, ...headers } })).statusCode

  it('reads and writes everything with a token instead of a session', async () => {
    const program = withToken(test, (await makeToken(ada, 'WRITE')).token)
    const task = await makeTask(program, { name: 'Made by a program' })
    expect((await get(program, `/tasks/${task.id}`)).json()).toMatchObject({ name: 'Made by a program' })
    expect((await post(program, `/tasks/${task.id}`, taskInput({ name: 'Renamed' }))).statusCode).toBe(200)
    expect((await get(ada, `/tasks/${task.id}`)).json()).toMatchObject({ name: 'Renamed' })
    expect((await post(program, `/tasks/${task.id}/lifecycle/deactivate`)).statusCode).toBe(200)
    expect((await remove(program, `/tasks/${task.id}?deactivate=true`)).statusCode).toBe(204)
  })

  it('shows a token once, and keeps only its SHA-256 and its first characters', async () => {
    const { token, ...view } = await makeToken(ada, 'READ', { name: 'Grafana' })
    expect(token).toMatch(/^kw_[\w-]{43}$/)
    expect(token.startsWith(view.prefix)).toBe(true)
    expect((await listed())[0]).toEqual(view)
    const rows = await test.db.select().from(apiTokens)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(test.logLines.join('\n')).not.toContain(token)
  })

  it('shows the last use to the minute', async () => {
    const { id, token } = await makeToken(ada, 'READ')
    const lastUsed = async () => (await listed()).find((one) => one.id === id)?.lastUsedAt
    expect(await lastUsed()).toBeNull()
    await get(withToken(test, token), '/accounts/me')
    const first = new Date(test.clock.now()).toISOString()
    expect(await lastUsed()).toBe(first)
    test.clock.advance(minuteMs - 1000)
    await get(withToken(test, token), '/accounts/me')
    expect(await lastUsed()).toBe(first)
    test.clock.advance(2000)
    await get(withToken(test, token), '/accounts/me')
    expect(await lastUsed()).toBe(new Date(test.clock.now()).toISOString())
  })

  it('answers 401 to a token that has expired, was revoked, was made up or was cut', async () => {
    const expiring = await makeToken(ada, 'READ', { expiresAt: new Date(test.clock.now() + dayMs).toISOString() })
    const revoked = await makeToken(ada, 'READ')
    expect(await statusWith(`Bearer ${expiring.token}`)).toBe(200)
    expect(await statusWith(`bearer ${revoked.token}`)).toBe(200)
    expect((await remove(ada, `/accounts/me/tokens/${revoked.id}`)).statusCode).toBe(204)
    expect(await statusWith(`Bearer ${revoked.token}`)).toBe(401)
    test.clock.advance(dayMs)
    expect(await statusWith(`Bearer ${expiring.token}`)).toBe(401)
    expect((await listed()).find(({ id }) => id === expiring.id)).toMatchObject({ isExpired: true })
    for (const made of [
      `kw_${'A'.repeat(43)}`,
      expiring.token.slice(0, -1),
      'kw_',
      '',
      'a b',
      `kw_${'x'.repeat(9000)}`,
    ]) {
      expect([made.slice(0, 20), await statusWith(`Bearer ${made}`)]).toEqual([made.slice(0, 20), 401])
    }
  })

  it('does not fall back to the cookie where a token is sent that is not accepted', async () => {
    const user = await test.signUp('Fallback')
    const answer = await user.inject({ url: '/api/v1/accounts/me', headers: { authorization: 'Bearer kw_wrong' } })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({
      code: 'SIGNED_OUT',
      message: expect.stringContaining('API token is not valid'),
    })
  })

  it('leaves a proxy’s Basic credentials alone: the cookie counts, and a cross-site post with them is rejected', async () => {
    const user = await test.signUp('Proxied')
    const basic = { authorization: 'Basic b3BlcmF0b3I6c2VjcmV0' }
    expect((await user.inject({ url: '/api/v1/accounts/me', headers: basic })).statusCode).toBe(200)
    const foreign = { ...basic, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const posted = await user.inject({ method: 'POST', url: '/api/v1/tasks/empty', headers: foreign })
    expect(posted.statusCode).toBe(403)
  })

  it('does not apply the cross-site rules to tokens, which no foreign page can make a browser send', async () => {
    const { token } = await makeToken(await test.signUp('Crosssite'), 'WRITE')
    const headers = {
      authorization: `Bearer ${token}`,
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'cross-site',
    }
    expect((await test.app.inject({ method: 'POST', url: '/api/v1/tasks/empty', headers })).statusCode).toBe(201)
  })

  it('makes tokens only in a session whose owner proved who they are within ten minutes', async () => {
    const user = await test.signUp('Stale')
    test.clock.advance(10 * minuteMs + 1)
    const stale = await post(user, '/accounts/me/tokens', { name: 'late' })
    expect(stale.statusCode).toBe(403)
    expect(stale.json()).toMatchObject({ code: 'CONFIRMATION_NEEDED' })
    expect((await post(user, '/accounts/me/confirm', { password: user.password })).statusCode).toBe(204)
    expect((await makeToken(user, 'READ')).scope).toBe('READ')
  })

  it('makes none for a session that is ended while the rest of its request is on its way', async () => {
    const user = await test.signUp('Dripping')
    const body = Readable.from(
      (async function* () {
        await test.db.delete(sessions).where(eq(sessions.accountId, user.accountId))
        yield JSON.stringify({ name: 'left behind' })
      })(),
      { objectMode: false },
    )
    const answer = await user.inject({
      method: 'POST',
      url: '/api/v1/accounts/me/tokens',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      payload: body,
    })
    expect(answer.statusCode).toBe(401)
    expect(await test.db.$count(apiTokens, eq(apiTokens.accountId, user.accountId))).toBe(0)
  })

  it.each(['a session', 'a read-write token'])('%s that is ended while a body comes changes nothing', async (kind) => {
    const user = await test.signUp(`Slowbody${kind.length}`)
    const { token, id } = await makeToken(user, 'WRITE')
    const task = await makeTask(user, { name: 'Before' })
    const isSession = kind === 'a session'
    const asker = isSession ? user : withToken(test, token)
    const payload = Readable.from(
      (async function* () {
        yield '{"name":"After",'
        if (isSession) await test.db.delete(sessions).where(eq(sessions.accountId, user.accountId))
        else await test.db.delete(apiTokens).where(eq(apiTokens.id, id))
        yield JSON.stringify(taskInput({ name: 'After' })).slice('{"name":"After",'.length)
      })(),
      { objectMode: false },
    )
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const answer = await asker.inject({ method: 'POST', url: `/api/v1/tasks/${task.id}`, headers, payload })
    expect(answer.statusCode).toBe(401)
    const { rows } = await test.pool.query<{ name: string }>('select name from tasks where id = $1', [task.id])
    expect(rows).toEqual([{ name: 'Before' }])
  })

  it('mails a notice of a new token', async () => {
    const user = await test.signUp('Noticed')
    await makeToken(user, 'READ', { name: 'CI' })
    expect((await mailsTo(test, user.email)).at(-1)).toMatchObject({
      subject: 'A Knockwire API token was created',
      text: expect.stringContaining('"CI"'),
    })
  })

  it.each([
    ['no name', { name: '  ' }, 422, 'name'],
    ['an expiry in the past', { name: 'x', expiresAt: '2020-01-01T00:00:00.000Z' }, 422, 'expiresAt'],
    ['another scope', { name: 'x', scope: 'ADMIN' }, 422, 'scope'],
    ['somebody else’s account', { name: 'x', accountId: '01890000-0000-7000-8000-000000000000' }, 400, null],
  ])('rejects %s', async (_what, input, status, field) => {
    const answer = await post(
      await test.signUp(`Refused${test.clock.now()}${Math.random()}`),
      '/accounts/me/tokens',
      input,
    )
    expect(answer.statusCode).toBe(status)
    if (field !== null) expect(answer.json()).toMatchObject({ errors: { [field]: expect.any(String) } })
  })

  it('keeps at most fifty, exactly, also when many are made at once', async () => {
    const user = await test.signUp('Many')
    const make = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => post(user, '/accounts/me/tokens', { name: `${n}` })))
    const nextHour = async () => {
      test.clock.advance(60 * minuteMs)
      expect((await post(user, '/accounts/me/confirm', { password: user.password })).statusCode).toBe(204)
    }
    expect(statusesOf(await make(20))).toEqual(Array<number>(20).fill(201))
    await nextHour()
    expect(statusesOf(await make(20))).toEqual(Array<number>(20).fill(201))
    await nextHour()
    expect(statusesOf(await make(15))).toEqual([...Array<number>(10).fill(201), ...Array<number>(5).fill(409)])
  })

  it('makes at most twenty an hour, exactly, however many are revoked between, and mails six times about them', async () => {
    const user = await test.signUp('Loop')
    test.clock.advance(60 * minuteMs - (test.clock.now() % (60 * minuteMs)))
    expect((await post(user, '/accounts/me/confirm', { password: user.password })).statusCode).toBe(204)
    const name = 'Your invoice is overdue: pay at https://evil.example/pay'
    for (let n = 0; n < 19; n += 1) {
      const { id } = await makeToken(user, 'READ', { name })
      expect((await remove(user, `/accounts/me/tokens/${id}`)).statusCode).toBe(204)
    }
    const answers = await Promise.all([1, 2, 3].map(() => post(user, '/accounts/me/tokens', { name })))
    expect(statusesOf(answers)).toEqual([201, 429, 429])
    const rejected = answers.find(({ statusCode }) => statusCode === 429)
    expect(rejected?.headers['retry-after']).toBe('3600')
    const mails = (await mailsTo(test, user.email)).filter(({ subject }) => subject.includes('token'))
    expect(mails.map(({ subject }) => subject)).toEqual([
      ...Array<string>(5).fill('A Knockwire API token was created'),
      'API tokens were created more than 5 times',
    ])
    expect(JSON.stringify(mails)).not.toMatch(/https?:\/\/evil|evil\.example/)
    test.clock.advance(60 * minuteMs)
    expect((await post(user, '/accounts/me/confirm', { password: user.password })).statusCode).toBe(204)
    expect((await makeToken(user, 'READ')).scope).toBe('READ')
  })

  it('rotates a token: the new value works at once, and the old one for an hour more', async () => {
    const user = await test.signUp('Rotating')
    const first = await makeToken(user, 'READ', { scopes: ['tasks:read'] })
    const rotate = async () => {
      const answer = await post(user, `/accounts/me/tokens/${first.id}/rotate`)
      expect(answer.statusCode).toBe(200)
      return answer.json<CreatedApiTokenView>()
    }
    const second = await rotate()
    expect(second).toMatchObject({
      id: first.id,
      name: first.name,
      scopes: ['tasks:read'],
      previousExpiresAt: new Date(test.clock.now() + 60 * minuteMs).toISOString(),
    })
    expect(second.token.startsWith(second.prefix)).toBe(true)
    const statuses = async () => [await statusWith(`Bearer ${first.token}`), await statusWith(`Bearer ${second.token}`)]
    expect(await statuses()).toEqual([200, 200])
    test.clock.advance(60 * minuteMs - 1)
    expect(await statuses()).toEqual([200, 200])
    test.clock.advance(1)
    expect(await statuses()).toEqual([401, 200])
    expect((await listed(user))[0]).toMatchObject({ previousExpiresAt: null })
    const mails = (await mailsTo(test, user.email)).map(({ subject }) => subject)
    expect(mails).toContain('A Knockwire API token was rotated')
    expect(test.logLines.join('\n')).not.toContain(second.token)
  })

  it('rotates a token again within the hour: the value before last ends at once', async () => {
    const user = await test.signUp('Twice')
    const first = await makeToken(user, 'READ')
    const rotate = async () =>
      (await post(user, `/accounts/me/tokens/${first.id}/rotate`)).json<CreatedApiTokenView>().token
    const [second, third] = [await rotate(), await rotate()]
    expect(await statusWith(`Bearer ${first.token}`)).toBe(401)
    expect([await statusWith(`Bearer ${second}`), await statusWith(`Bearer ${third}`)]).toEqual([200, 200])
  })

  it('lets nobody rotate the token of another member, an owner of the account neither, and none that has expired', async () => {
    const [user, member, other] = [await test.signUp('Chief'), await test.signUp('Member'), await test.signUp('Alien')]
    await joinAs(test, user, member, 'EDITOR')
    const { id } = await makeToken(member, 'READ')
    for (const asker of [user, other])
      expect((await post(asker, `/accounts/me/tokens/${id}/rotate`)).statusCode).toBe(404)
    const expiring = await makeToken(user, 'READ', { expiresAt: new Date(test.clock.now() + minuteMs).toISOString() })
    test.clock.advance(minuteMs)
    expect((await post(user, `/accounts/me/tokens/${expiring.id}/rotate`)).statusCode).toBe(409)
  })

  it('neither shows nor revokes another account’s token', async () => {
    const { id } = await makeToken(await test.signUp('Owner'), 'READ')
    const other = await test.signUp('Other')
    expect(await listed(other)).toEqual([])
    expect((await remove(other, `/accounts/me/tokens/${id}`)).statusCode).toBe(404)
    expect(await test.db.$count(apiTokens, eq(apiTokens.id, id))).toBe(1)
  })
})
