import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { passwordResetCodes } from '@knockwire/db/schema/credentials'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { codeMailedTo, mailsTo } from '../../../testing/mails.ts'
import { statusesOf } from '../../../testing/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

const newPassword = 'a fresh phrase to remember'

describe('a password reset by code', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test.close())

  const home = '203.0.113.7'
  const post = (url: string, payload: object, remoteAddress = home, headers = {}) =>
    test.inject({ method: 'POST', url: `/api/v1/auth/${url}`, payload, remoteAddress, headers })
  const forgot = (email: string, from?: string) => post('forgot', { email }, from)
  const reset = (email: string, otp: string, from?: string) =>
    post('reset', { email, otp, password: newPassword }, from)
  const resetMails = async (email: string) =>
    (await mailsTo(test, email)).filter(({ subject }) => subject.includes('reset code'))
  /** Asks for a code, and gives it once it was mailed. */
  const codeFor = async ({ email }: Pick<TestUser, 'email'>, from?: string) => {
    const before = (await resetMails(email)).length
    expect((await forgot(email, from)).statusCode).toBe(200)
    await vi.waitFor(async () => expect(await resetMails(email)).toHaveLength(before + 1), 30_000)
    return codeMailedTo(test, email)
  }
  const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const signInStatus = async (email: string, password: string) =>
    (await post('sign-in', { email, password }, '198.51.100.1')).statusCode

  it('sets the new password, signs in under a new session, ends all other sessions and mails a notice', async () => {
    const ada = await test.signUp('Ada')
    const answer = await reset(ada.email, await codeFor(ada))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ user: { email: ada.email } })
    const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await test.inject({ url: '/api/v1/accounts/me', headers: { cookie } })).statusCode).toBe(200)
    expect((await ada.inject({ url: '/api/v1/accounts/me' })).statusCode).toBe(401)
    expect(await signInStatus(ada.email, ada.password)).toBe(401)
    expect(await signInStatus(ada.email, newPassword)).toBe(200)
    expect((await mailsTo(test, ada.email)).at(-1)?.subject).toBe('Your Knockwire password was reset')
  })

  it('confirms the address, since the code was read there', async () => {
    const grace = await test.signUp('Grace')
    await reset(grace.email, await codeFor(grace))
    const rows = await test.db.select().from(verifiedEmails).where(eq(verifiedEmails.accountId, grace.accountId))
    expect(rows.map(({ address }) => address)).toEqual([grace.email])
  })

  it('takes a code once: replayed, and twice at once, it is refused', async () => {
    const user = await test.signUp('Once')
    const code = await codeFor(user)
    const answers = await Promise.all([reset(user.email, code), reset(user.email, code)])
    expect(statusesOf(answers)).toEqual([200, 422])
    expect((await reset(user.email, code)).statusCode).toBe(422)
  })

  it('refuses a code after ten minutes, after five wrong tries, and once a newer one was mailed', async () => {
    const user = await test.signUp('Limits')
    const old = await codeFor(user)
    test.clock.advance(10 * 60_000 + 1)
    expect((await reset(user.email, old)).statusCode).toBe(422)

    const tried = await codeFor(user)
    for (let n = 0; n < 5; n++) expect((await reset(user.email, wrongFor(tried))).statusCode).toBe(422)
    expect((await reset(user.email, tried)).statusCode).toBe(422)

    test.clock.advance(15 * 60_000)
    const first = await codeFor(user)
    test.clock.advance(60_000)
    const second = await codeFor(user)
    if (first !== second) expect((await reset(user.email, first)).statusCode).toBe(422)
    expect((await reset(user.email, second)).statusCode).toBe(200)
  })

  it('gives exactly five tries to sixty guesses at once', async () => {
    const user = await test.signUp('Brute')
    const from = '192.0.2.60'
    const code = await codeFor(user, from)
    await Promise.all(Array.from({ length: 60 }, () => reset(user.email, wrongFor(code), from)))
    const [row] = await test.db
      .select()
      .from(passwordResetCodes)
      .where(eq(passwordResetCodes.accountId, user.accountId))
    expect(row?.tries).toBe(5)
  })

  it('takes a code only from the network that asked, whose tries nobody elsewhere can use up', async () => {
    const user = await test.signUp('Network')
    const code = await codeFor(user)
    const elsewhere = '198.51.100.66'
    expect((await reset(user.email, code, elsewhere)).statusCode).toBe(422)
    const foreign = await codeFor(user, elsewhere)
    for (let n = 0; n < 12; n++) await reset(user.email, wrongFor(foreign), elsewhere)
    expect((await reset(user.email, code)).statusCode).toBe(200)
  })

  it('answers an unknown address as a known one, and mails nothing to it', async () => {
    const user = await test.signUp('Known')
    const [known, unknown] = [await forgot(user.email), await forgot('nobody@example.com')]
    expect(unknown.statusCode).toBe(known.statusCode)
    expect(unknown.json()).toEqual({ ...known.json<object>(), email: 'nobody@example.com' })
    const [wrong, none] = [await reset(user.email, '000000'), await reset('nobody@example.com', '000000')]
    expect([none.statusCode, none.json()]).toEqual([wrong.statusCode, wrong.json()])
    await test.context.background.settled()
    expect(await mailsTo(test, 'nobody@example.com')).toEqual([])
  })

  it('answers before it looks whether there is an account, so that an unknown address takes the same time', async () => {
    const user = await test.signUp('Timing')
    const mailing = Promise.withResolvers<void>()
    const send = vi.spyOn(test.context.queue, 'send').mockReturnValueOnce(mailing.promise)
    expect((await forgot(user.email)).statusCode).toBe(200)
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce(), 30_000)
    mailing.resolve()
    await test.context.background.settled()
    send.mockRestore()
  })

  it('mails one code a minute to an address from one network, and says when to try again', async () => {
    const user = await test.signUp('Minute')
    await codeFor(user)
    const again = await forgot(user.email)
    expect(again.statusCode).toBe(429)
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0)
    expect((await forgot(user.email, '198.51.100.9')).statusCode).toBe(200)
  })

  describe('asked for by browsers that signed in before, of which whoever knew the password can have any number', () => {
    const browsersOf = async (user: TestUser, count: number) => {
      const browsers: { cookie: string }[] = []
      for (let n = 0; n < count; n++) {
        const { cookies } = await post('sign-in', { email: user.email, password: user.password })
        browsers.push({
          cookie: `knockwire-browser=${cookies.find(({ name }) => name === 'knockwire-browser')?.value}`,
        })
      }
      return browsers
    }

    it('mails at most ten codes an hour to an address', async () => {
      const user = await test.signUp('Harvest')
      const answers = await Promise.all(
        (await browsersOf(user, 14)).map((browser) => post('forgot', { email: user.email }, home, browser)),
      )
      expect(statusesOf(answers)).toEqual([...Array<number>(10).fill(200), ...Array<number>(4).fill(429)])
      await test.context.background.settled()
      expect(await resetMails(user.email)).toHaveLength(10)
    })

    it('gives them a hundred guesses a day together, and none of those from the owner’s other browsers', async () => {
      const user = await test.signUp('Guesser')
      const guess = (browser: { cookie: string }) =>
        post('reset', { email: user.email, otp: '000000', password: newPassword }, home, browser)
      const statuses: number[] = []
      for (const browser of await browsersOf(user, 11)) {
        for (let n = 0; n < 10; n++) statuses.push((await guess(browser)).statusCode)
      }
      expect(statuses).toEqual([...Array<number>(100).fill(422), ...Array<number>(10).fill(429)])
      expect((await reset(user.email, await codeFor(user))).statusCode).toBe(200)
    })
  })

  it('refuses a common password and keeps the code usable', async () => {
    const user = await test.signUp('Common')
    const code = await codeFor(user)
    const answer = await post('reset', { email: user.email, otp: code, password: 'password1' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: { password: expect.any(String) } })
    expect((await reset(user.email, code)).statusCode).toBe(200)
  })

  it('logs requests and resets as security events, without the code, the password or the address', async () => {
    const log = test.logLines.join('\n')
    for (const event of ['password reset requested', 'password reset rejected', 'password reset']) {
      expect(log).toContain(`"event":"${event}"`)
    }
    expect(log).not.toMatch(/a fresh phrase|@example\.com/)
  })
})
