import type { SessionView } from '@knockwire/domain/accounts/security'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/calls/mails.ts'
import { type Asker, get, post, remove } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const newPassword = 'a fresh phrase to remember'

describe('sessions and the password of an account', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test.close())

  /** The user in another browser. */
  const signIn = async ({ email, password }: Pick<TestUser, 'email' | 'password'>, userAgent = 'Firefox') => {
    const answer = await test.inject({
      method: 'POST',
      url: '/api/v1/auth/sign-in',
      payload: { email, password },
      headers: { 'user-agent': userAgent },
    })
    const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const asker: Asker = { inject: (options) => test.inject({ ...options, headers: { cookie } }) }
    return { status: answer.statusCode, ...asker }
  }
  const sessionsOf = async (asker: Asker) =>
    (await get(asker, '/accounts/me/sessions')).json<{ results: SessionView[] }>().results
  const statusOf = async (asker: Asker) => (await get(asker, '/accounts/me')).statusCode
  const changePassword = (asker: Asker, input: object) => post(asker, '/accounts/me/password', input)

  it('lists the open sessions with browser, network and last use, and marks the current one', async () => {
    const ada = await test.signUp('Ada')
    await signIn(ada, 'Firefox on a phone')
    const listed = await sessionsOf(ada)
    expect(listed).toHaveLength(2)
    expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(listed.map(({ userAgent }) => userAgent)).toContain('Firefox on a phone')
    expect(listed.map(({ remoteAddress }) => remoteAddress)).toEqual(['127.0.0.1', '127.0.0.1'])
  })

  it('ends a session that its owner revokes, at once, and no other', async () => {
    const user = await test.signUp('Revoker')
    const phone = await signIn(user)
    const [listed] = (await sessionsOf(user)).filter(({ isCurrent }) => !isCurrent)
    expect((await remove(user, `/accounts/me/sessions/${listed?.id}`)).statusCode).toBe(204)
    expect([await statusOf(phone), await statusOf(user)]).toEqual([401, 200])
    expect((await remove(user, `/accounts/me/sessions/${listed?.id}`)).statusCode).toBe(404)
  })

  it('ends all other sessions together', async () => {
    const user = await test.signUp('Everywhere')
    const others = [await signIn(user), await signIn(user)]
    expect((await remove(user, '/accounts/me/sessions')).statusCode).toBe(204)
    expect(await Promise.all(others.map(statusOf))).toEqual([401, 401])
    expect(await sessionsOf(user)).toHaveLength(1)
  })

  it('neither lists nor ends another account’s session', async () => {
    const owner = await test.signUp('Owner')
    const other = await test.signUp('Other')
    const [session] = await sessionsOf(owner)
    expect((await remove(other, `/accounts/me/sessions/${session?.id}`)).statusCode).toBe(404)
    expect(await statusOf(owner)).toBe(200)
    expect(await sessionsOf(other)).toHaveLength(1)
  })

  it('changes the password with the current one, ends every other session, gives a new one, and mails a notice', async () => {
    const user = await test.signUp('Changer')
    const phone = await signIn(user)
    const before = await sessionsOf(user)
    const answer = await changePassword(user, { currentPassword: user.password, newPassword })
    expect(answer.statusCode).toBe(200)
    expect([await statusOf(phone), await statusOf(user)]).toEqual([401, 401])
    const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const renewed: Asker = { inject: (options) => test.inject({ ...options, headers: { cookie } }) }
    const after = await sessionsOf(renewed)
    expect(after).toHaveLength(1)
    expect(before.map(({ id }) => id)).not.toContain(after[0]?.id)
    expect((await signIn(user)).status).toBe(401)
    expect((await signIn({ ...user, password: newPassword })).status).toBe(200)
    expect((await mailsTo(test, user.email)).at(-1)?.subject).toBe('Your Knockwire password was changed')
  })

  it.each([
    ['a wrong current password', { currentPassword: 'a guess' }, 'currentPassword'],
    ['no current password', {}, 'currentPassword'],
    ['a common new password', { newPassword: 'password1' }, 'newPassword'],
    ['a short new password', { newPassword: 'short' }, 'newPassword'],
  ])('rejects %s and changes nothing', async (_what, changes, field) => {
    const user = await test.signUp(`Refused${Math.random()}`)
    const right = 'currentPassword' in changes || field === 'currentPassword' ? {} : { currentPassword: user.password }
    const answer = await changePassword(user, { ...right, newPassword, ...changes })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: { [field]: expect.any(String) } })
    expect((await signIn(user)).status).toBe(200)
  })

  it('counts wrong current passwords as wrong sign-ins, so that a stolen session cannot guess the password', async () => {
    const user = await test.signUp('Guessed')
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) {
      statuses.push((await changePassword(user, { currentPassword: `guess ${n}`, newPassword })).statusCode)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429])
    expect((await post(user, '/accounts/me/confirm', { password: 'guess' })).statusCode).toBe(429)
  })

  it('confirms a session with the right password only', async () => {
    const user = await test.signUp('Confirmer')
    test.clock.advance(11 * 60_000)
    const wrong = await post(user, '/accounts/me/confirm', { password: 'a guess' })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json()).toMatchObject({ errors: { password: 'Incorrect password.' } })
    expect((await post(user, '/accounts/me/tokens', { name: 'x' })).statusCode).toBe(403)
    expect((await post(user, '/accounts/me/confirm', { password: user.password })).statusCode).toBe(204)
    expect((await post(user, '/accounts/me/tokens', { name: 'x' })).statusCode).toBe(201)
  })

  it('says what opens the account', async () => {
    const user = await test.signUp('Methods')
    expect((await get(user, '/accounts/me/sign-in-methods')).json()).toEqual({
      hasPassword: true,
      isProviderLinked: false,
      passkeys: 0,
    })
  })

  it('logs changes to security, without passwords and addresses', async () => {
    const log = test.logLines.join('\n')
    for (const event of [
      'password changed',
      'session revoked',
      'other sessions revoked',
      'session confirmed',
      'password confirmation rejected',
    ]) {
      expect(log).toContain(`"event":"${event}"`)
    }
    expect(log).not.toMatch(/a fresh phrase|a long password|guess \d|@example\.com/)
  })
})
