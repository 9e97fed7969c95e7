import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { passwordResetCodes } from '@knockwire/db/schema/credentials'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { codeMailedTo, mailsTo } from '../../testing/calls/mails.ts'
import { get, post, statusesOf } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

describe('name and address of an account', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test.close())

  const verify = ({ accountId, userId: verifiedBy }: TestUser, address: string) =>
    test.db.insert(verifiedEmails).values({ accountId, address, verifiedAt: new Date(test.clock.now()), verifiedBy })
  const change = (user: TestUser, email: string) => post(user, '/accounts/me/email', { email })
  const signIn = async (email: string, password: string) =>
    (await post(test, '/auth/sign-in', { email, password })).statusCode

  it('[AC-07] changes first and last name, which may be empty', async () => {
    const user = await test.signUp('Ada')
    const answer = await post(user, '/accounts/me/profile', { firstName: ' Augusta ', lastName: '' })
    expect(answer.json()).toMatchObject({ user: { email: user.email, firstName: 'Augusta', lastName: '' } })
    expect((await post(user, '/accounts/me/profile', { firstName: 'x'.repeat(101), lastName: '' })).statusCode).toBe(
      422,
    )
    expect((await post(user, '/accounts/me/profile', { firstName: 'A', lastName: '', plan: 'SUPER' })).statusCode).toBe(
      400,
    )
  })

  it('changes the address to one that a code confirmed, and mails a notice to both', async () => {
    const user = await test.signUp('Grace')
    const next = 'grace.hopper@example.com'
    expect((await change(user, next)).json()).toMatchObject({ errors: { email: expect.stringContaining('code') } })
    await post(user, '/accounts/me/send_email_validation_code', { email: next })
    await post(user, '/accounts/me/verify_email_validation_code', { email: next, otp: await codeMailedTo(test, next) })
    const answer = await change(user, ' Grace.Hopper@example.com ')
    expect(answer.json()).toMatchObject({ user: { email: next }, isEmailVerified: true })
    expect([await signIn(next, user.password), await signIn(user.email, user.password)]).toEqual([200, 401])
    for (const address of [user.email, next]) {
      expect((await mailsTo(test, address)).at(-1)?.subject).toBe(
        'The email address of your Knockwire account was changed',
      )
    }
  })

  it('voids reset codes that were mailed to the former address', async () => {
    const user = await test.signUp('Voider')
    await post(test, '/auth/forgot', { email: user.email })
    const codes = () => test.db.$count(passwordResetCodes, eq(passwordResetCodes.userId, user.userId))
    await vi.waitFor(async () => expect(await codes()).toBe(1), 30_000)
    await verify(user, 'voider.new@example.com')
    expect((await change(user, 'voider.new@example.com')).statusCode).toBe(200)
    expect(await codes()).toBe(0)
  })

  it('rejects an address that already has an account, and one that is unverified, and changes nothing', async () => {
    const [user, other] = [await test.signUp('Taker'), await test.signUp('Taken')]
    for (const owner of [user, other]) await verify(owner, other.email)
    for (const email of [other.email, 'unverified@example.com', 'no address']) {
      const answer = await change(user, email)
      expect([email, answer.statusCode]).toEqual([email, 422])
      expect(answer.json()).toMatchObject({ errors: { email: expect.any(String) } })
    }
    expect((await get(user, '/accounts/me')).json()).toMatchObject({ user: { email: user.email } })
  })

  it('takes a confirmed address from an empty account that a stranger opened with it afterwards', async () => {
    const user = await test.signUp('Confirmer')
    await verify(user, 'squatted@example.com')
    const squatter = await test.signUp('Squatted')
    expect((await change(user, squatter.email)).statusCode).toBe(200)
    expect((await get(squatter, '/accounts/me')).statusCode).toBe(401)
  })

  it('gives an address to one of two accounts that ask for it at once', async () => {
    const users = [await test.signUp('Left'), await test.signUp('Right')]
    for (const user of users) await verify(user, 'wanted@example.com')
    const answers = await Promise.all(users.map((user) => change(user, 'wanted@example.com')))
    expect(statusesOf(answers)).toEqual([200, 422])
  })

  it('needs a session whose owner proved who they are within ten minutes to change the address', async () => {
    const user = await test.signUp('Stale')
    await verify(user, 'stale.new@example.com')
    test.clock.advance(11 * 60_000)
    expect((await change(user, 'stale.new@example.com')).json()).toMatchObject({ code: 'CONFIRMATION_NEEDED' })
    await post(user, '/accounts/me/confirm', { password: user.password })
    expect((await change(user, 'stale.new@example.com')).statusCode).toBe(200)
    expect(test.logLines.join('\n')).toContain('"event":"user email changed"')
  })
})
