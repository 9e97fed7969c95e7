import { sessions } from '@knockwire/db/schema/users'
import type { ErrorView } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { createPasswords } from '../../access/passwords.ts'
import { hashSessionId } from '../../access/sessions.ts'

const dayMs = 86_400_000

describe('sign-in and sessions', () => {
  let test: TestApp
  let ada: TestUser
  beforeAll(async () => {
    test = await createTestApp({ passwords: createPasswords() })
    ada = await test.signUp('Ada')
  })
  afterAll(() => test.close())

  const signIn = (changes: object = {}, headers: Record<string, string> = {}) =>
    test.inject({
      method: 'POST',
      url: '/api/v1/auth/sign-in',
      payload: { email: ada.email, password: ada.password, ...changes },
      headers,
    })
  const cookieOf = (answer: { headers: Record<string, unknown> }) =>
    String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const openSession = async () => cookieOf(await signIn())
  const statusWith = async (cookie: string) =>
    (await test.inject({ url: '/api/v1/accounts/me', headers: { cookie } })).statusCode

  it('signs in with the address however it is typed, under a new id each time', async () => {
    const answer = await signIn({ email: ' ADA@example.com ' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ user: { email: 'ada@example.com' } })
    const [first, second] = [cookieOf(answer), await openSession()]
    expect(first).not.toBe(second)
    expect(await Promise.all([first, second].map(statusWith))).toEqual([200, 200])
  })

  it('ends the session that the browser had before', async () => {
    const before = await openSession()
    const after = cookieOf(await signIn({}, { cookie: before }))
    expect(await statusWith(before)).toBe(401)
    expect(await statusWith(after)).toBe(200)
  })

  it('gives a session an id of 256 random bits, and keeps only its SHA-256', async () => {
    const id = (await openSession()).split('=')[1] ?? ''
    const rows = await test.db
      .select()
      .from(sessions)
      .where(eq(sessions.idHash, hashSessionId(id)))
    expect(Buffer.from(id, 'base64url')).toHaveLength(32)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(await test.db.select().from(sessions))).not.toContain(id)
  })

  it('gives the same answer for a wrong password and an unknown address', async () => {
    const wrong = await signIn({ password: 'not the right one' })
    const unknown = await signIn({ email: 'nobody@example.com' })
    expect(wrong.statusCode).toBe(401)
    const { requestId: _wrong, ...said } = wrong.json<ErrorView>()
    expect(said).toEqual({
      code: 'WRONG_CREDENTIALS',
      message: 'Incorrect email or password.',
    })
    const { requestId: _unknown, ...same } = unknown.json<ErrorView>()
    expect([unknown.statusCode, same]).toEqual([wrong.statusCode, said])
    expect(unknown.headers['set-cookie']).toBeUndefined()
  })

  it('takes as long for an unknown address as for a wrong password', async () => {
    const own = { password: 'not the right one' }
    const nobody = { email: 'nobody@example.com' }
    // Processor time of all threads: what else the machine does makes a response late, and takes none of it.
    const timeOf = async (changes: object) => {
      const before = process.cpuUsage()
      await signIn(changes)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 3; round += 1) {
      known.push(await timeOf(own))
      unknown.push(await timeOf(nobody))
    }
    // Without the hashing, an unknown address would take a tenth.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3)
  })

  it('ends a session at sign-out, wherever else its cookie is kept', async () => {
    const cookie = await openSession()
    const answer = await test.inject({ method: 'POST', url: '/api/v1/auth/sign-out', headers: { cookie } })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['set-cookie']).toMatch(/^knockwire=; .*Expires=Thu, 01 Jan 1970/)
    expect(await statusWith(cookie)).toBe(401)
  })

  it('lets a visitor sign out without complaint', async () => {
    expect((await test.inject({ method: 'POST', url: '/api/v1/auth/sign-out' })).statusCode).toBe(204)
  })

  it('ends a session that was not used for 14 days, and one that is used every day after 90', async () => {
    const idle = await openSession()
    const used = await openSession()
    for (let day = 0; day < 13; day++) {
      test.clock.advance(dayMs)
      expect(await statusWith(used)).toBe(200)
    }
    test.clock.advance(dayMs + 1)
    expect(await statusWith(idle)).toBe(401)
    for (let day = 14; day < 89; day++) {
      expect(await statusWith(used)).toBe(200)
      test.clock.advance(dayMs)
    }
    expect(await statusWith(used)).toBe(200)
    test.clock.advance(dayMs)
    expect(await statusWith(used)).toBe(401)
  })

  it('writes the time of use once a minute at most', async () => {
    const cookie = await openSession()
    const seenAt = async () => {
      const idHash = hashSessionId(cookie.split('=')[1] ?? '')
      const [row] = await test.db.select().from(sessions).where(eq(sessions.idHash, idHash))
      return row?.lastSeenAt.getTime()
    }
    const opened = await seenAt()
    test.clock.advance(59_000)
    await statusWith(cookie)
    expect(await seenAt()).toBe(opened)
    test.clock.advance(2000)
    await statusWith(cookie)
    expect(await seenAt()).toBe(test.clock.now())
  })

  it('opens nothing for an id that was made up', async () => {
    expect(await statusWith(`knockwire=${'A'.repeat(43)}`)).toBe(401)
    expect(await statusWith(`knockwire=${'x'.repeat(5000)}`)).toBe(401)
    expect(await statusWith('knockwire=')).toBe(401)
  })

  it('logs a sign-out once, with whose it was and without the session’s id', async () => {
    const cookie = await openSession()
    const signOut = (sent: string) =>
      test.inject({ method: 'POST', url: '/api/v1/auth/sign-out', headers: { cookie: sent } })
    const before = test.logLines.length
    await signOut(cookie)
    await signOut(cookie)
    await signOut(`knockwire=${'A'.repeat(43)}`)
    const lines = test.logLines.slice(before).filter((line) => line.includes('"event"'))
    expect(lines).toHaveLength(1)
    const accountId = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'signed out', accountId, remoteAddress: '127.0.0.1' })
    expect(test.logLines.slice(before).join('')).not.toContain(cookie.split('=')[1])
  })

  it('logs sign-ins and rejections, without passwords, addresses or session ids', async () => {
    const log = test.logLines.join('\n')
    expect(log).toContain('"event":"signed in"')
    expect(log).toContain('"event":"sign-in rejected"')
    expect(log).not.toMatch(/a long password|not the right one|@example\.com|knockwire=/)
  })
})
