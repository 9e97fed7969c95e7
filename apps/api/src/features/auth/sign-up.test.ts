import { users } from '@knockwire/db/schema/users'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/calls/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createPasswords } from '../../access/passwords.ts'

describe('sign-up', () => {
  let test: TestApp
  beforeAll(async () => void (test = await createTestApp({ passwords: createPasswords() })))
  afterAll(() => test.close())

  const form = { email: 'grace@example.com', password: 'nanoseconds of wire', firstName: 'Grace', lastName: 'Hopper' }
  const signUp = (changes: object = {}) =>
    test.inject({ method: 'POST', url: '/api/v1/auth/sign-up', payload: { ...form, ...changes } })
  const countAccounts = async (email: string) =>
    (await test.db.select({ id: users.id }).from(users).where(eq(users.email, email))).length

  it('opens an account, answers with it, and signs in', async () => {
    const answer = await signUp()
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ user: { email: form.email, firstName: 'Grace', lastName: 'Hopper' } })
    const [cookie] = [answer.headers['set-cookie']].flat()
    expect(cookie).toMatch(/^knockwire=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/)
    const me = await test.inject({ url: '/api/v1/accounts/me', headers: { cookie: String(cookie).split(';')[0] } })
    expect(me.statusCode).toBe(200)
  })

  it('mails a code that confirms the address, and keeps it unverified until then', async () => {
    await signUp({ email: 'edith@example.com' })
    const mails = await mailsTo(test, 'edith@example.com')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toMatch(/^\d{6} is your Knockwire code$/)
  })

  it('keeps the address in lower case, so that it is one account however it is typed', async () => {
    const answer = await signUp({ email: '  Katherine@Example.COM ' })
    expect(answer.json()).toMatchObject({ user: { email: 'katherine@example.com' } })
    expect((await signUp({ email: 'KATHERINE@example.com', password: 'another password' })).statusCode).toBe(422)
  })

  it('keeps the password as argon2id with the parameters decided, never as typed', async () => {
    await signUp({ email: 'hedy@example.com' })
    const [user] = await test.db.select().from(users).where(eq(users.email, 'hedy@example.com'))
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(user?.passwordHash).not.toContain(form.password)
  })

  it.each([
    [7, 422],
    [8, 201],
    [128, 201],
    [129, 422],
  ])('answers a password of %i characters with %i: 8 to 128 are taken', async (length, status) => {
    const password = 'tea pots! '.repeat(13).slice(0, length)
    expect((await signUp({ email: `length-${length}@example.com`, password })).statusCode).toBe(status)
  })

  it('[ER-01] names each bad field, and opens nothing', async () => {
    const answer = await signUp({ email: 'no address', password: 'short' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'INVALID_FIELDS',
      message: 'Correct the marked fields.',
      errors: { email: 'Enter a valid email address.', password: 'Enter at least 8 characters.' },
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it.each([
    [7, 422],
    [8, 201],
    [128, 201],
    [129, 422],
  ])('a password of %i characters is answered %i', async (length, status) => {
    const password = 'pelican staple '.repeat(10).slice(0, length)
    expect((await signUp({ email: `length${length}@example.com`, password })).statusCode).toBe(status)
  })

  it.each(['password1', 'PASSWORD1', '1q2w3e4r5t', 'knockwire123'])(
    'refuses the common password %s',
    async (password) => {
      const answer = await signUp({ email: 'common@example.com', password })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ errors: { password: 'This password is too easy to guess.' } })
      expect(await countAccounts('common@example.com')).toBe(0)
    },
  )

  it('rejects a taken address in neutral words, changes nothing, and notifies the owner once a day', async () => {
    await signUp({ email: 'taken@example.com' })
    for (let time = 0; time < 2; time++) {
      const answer = await signUp({ email: 'taken@example.com', password: 'not the right one', firstName: 'Mallory' })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ errors: { email: expect.stringContaining('cannot be used to sign up') } })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    const [user] = await test.db.select().from(users).where(eq(users.email, 'taken@example.com'))
    expect(user?.firstName).toBe('Grace')
    const subjects = (await mailsTo(test, 'taken@example.com')).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'You already have a Knockwire account')).toHaveLength(1)
  })

  it('takes a form that is sent twice at once for one account, and signs both in', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => signUp({ email: 'twice@example.com' })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(await countAccounts('twice@example.com')).toBe(1)
    expect(await mailsTo(test, 'twice@example.com')).toHaveLength(1)
  })

  it('writes no password and no address into the log', async () => {
    expect(test.logLines.join('\n')).toContain('signed up')
    expect(test.logLines.join('\n')).not.toMatch(/nanoseconds|argon2id|@example\.com/)
  })
})

describe('sign-up on https', () => {
  it('binds the cookie to this origin and to encrypted connections', async () => {
    const test = await createTestApp({ settings: { publicOrigin: 'https://knockwire.example' } })
    try {
      const payload = { email: 'a@example.com', password: 'nanoseconds of wire', firstName: 'A', lastName: '' }
      const answer = await test.inject({ method: 'POST', url: '/api/v1/auth/sign-up', payload })
      const cookies = [answer.headers['set-cookie']].flat()
      expect(cookies).toHaveLength(2)
      for (const cookie of cookies) {
        expect(cookie).toMatch(/^__Host-knockwire(-browser)?=[^;]+; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/)
        expect(cookie).not.toContain('Domain')
      }
    } finally {
      await test.close()
    }
  })
})
