import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { codeIn, codeMailedTo, mailsTo } from '../../../testing/calls/mails.ts'
import { statusesOf } from '../../../testing/calls/task-calls.ts'
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

  it('takes a code once: replayed, or sent twice at once, it is rejected', async () => {
    const user = await test.signUp('Once')
    const code = await codeFor(user)
    const answers = await Promise.all([reset(user.email, code), reset(user.email, code)])
    expect(statusesOf(answers)).toEqual([200, 422])
    expect((await reset(user.email, code)).statusCode).toBe(422)
  })

  it('rejects a code that is an hour old, and one of another account', async () => {
    const user = await test.signUp('Late')
    const other = await test.signUp('Other')
    const late = await codeFor(user)
    expect((await reset(other.email, late)).statusCode).toBe(422)
    test.clock.advance(60 * 60_000 - 1)
    expect((await reset(other.email, late)).statusCode).toBe(422)
    test.clock.advance(1)
    expect((await reset(user.email, late)).statusCode).toBe(422)
    expect((await reset(user.email, await codeFor(user))).statusCode).toBe(200)
  })

  it('takes the older code as well as the newer, and neither once one of them was used', async () => {
    const user = await test.signUp('Older')
    const older = await codeFor(user)
    test.clock.advance(60_000)
    const newer = await codeFor(user)
    expect(newer).not.toBe(older)
    expect((await reset(user.email, older)).statusCode).toBe(200)
    expect((await reset(user.email, newer)).statusCode).toBe(422)
  })

  it('gives one network ten tries in fifteen minutes at an account, also of sixty at once', async () => {
    const user = await test.signUp('Brute')
    const guesses = Array.from({ length: 60 }, () => reset(user.email, '0000-0000-0000', '192.0.2.60'))
    const statuses = statusesOf(await Promise.all(guesses))
    expect(statuses).toEqual([...Array<number>(10).fill(422), ...Array<number>(50).fill(429)])
  })

  it('resets the password in an unknown browser, whatever strangers in any number of networks tried before', async () => {
    const user = await test.signUp('Besieged')
    for (let network = 1; network <= 13; network++) {
      const guesses = Array.from({ length: 10 }, () => reset(user.email, '0000-0000-0000', `198.51.100.${network}`))
      expect(statusesOf(await Promise.all(guesses))).toEqual(Array<number>(10).fill(422))
    }
    expect((await reset(user.email, await codeFor(user, '192.0.2.44'), '192.0.2.44')).statusCode).toBe(200)
  })

  it('resets the password with the code that was mailed first, however many codes strangers requested since', async () => {
    const user = await test.signUp('Flooded')
    const code = await codeFor(user)
    for (let network = 1; network <= 20; network++) await forgot(user.email, `198.51.100.${network}`)
    await test.context.background.settled()
    expect((await reset(user.email, code)).statusCode).toBe(200)
  })

  it('mails three codes in half an hour to an address, and each works for half an hour more, wherever it was requested', async () => {
    const user = await test.signUp('Mailbox')
    await Promise.all(Array.from({ length: 12 }, (_, n) => forgot(user.email, `198.51.100.${n}`)))
    await test.context.background.settled()
    expect(await resetMails(user.email)).toHaveLength(3)
    test.clock.advance(30 * 60_000 - 1)
    const answer = await forgot(user.email)
    expect([answer.statusCode, answer.json()]).toEqual([200, { email: user.email, expiresInSeconds: 3600 }])
    await test.context.background.settled()
    expect(await resetMails(user.email)).toHaveLength(3)
    test.clock.advance(1)
    await codeFor(user, '192.0.2.1')
    const [first] = await resetMails(user.email)
    test.clock.advance(30 * 60_000 - 1)
    expect((await reset(user.email, codeIn(first), '192.0.2.2')).statusCode).toBe(200)
  })

  it('takes a code in any case, with or without separators, and with what a copy brings along', async () => {
    const spellings: ((code: string) => string)[] = [
      (code) => code.toLowerCase(),
      (code) => code.replaceAll('-', ''),
      (code) => `\t ${code.replaceAll('-', ' ')}\u00a0\r\n`,
      (code) => code.replaceAll('-', '\u2013\u200b'),
      (code) => code.replaceAll('0', 'o').replaceAll('1', 'l'),
      (code) => code.split('').join(' '),
    ]
    for (const [n, spelled] of spellings.entries()) {
      const user = await test.signUp(`Spelling${n}`)
      const code = await codeFor(user, `192.0.2.${n}`)
      expect([n, (await reset(user.email, spelled(code), `192.0.2.${n}`)).statusCode]).toEqual([n, 200])
    }
  })

  it.each([
    ['a code of the old form', '123456'],
    ['one that is too short', 'ABCD-EFGH-JKM'],
    ['one that is too long', 'ABCD-EFGH-JKMN-P'],
    ['one with a letter that no code has', 'ABCD-EFGH-JKMU'],
    ['an empty one', ' - - '],
  ])('says how a code looks to %s', async (_, otp) => {
    const answer = await reset('somebody@example.com', otp)
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { errors: { otp: expect.stringContaining('12') } }])
  })

  it('answers an unknown address as a known one, and mails nothing to it', async () => {
    const user = await test.signUp('Known')
    const [known, unknown] = [await forgot(user.email), await forgot('nobody@example.com')]
    expect(unknown.statusCode).toBe(known.statusCode)
    expect(unknown.json()).toEqual({ ...known.json<object>(), email: 'nobody@example.com' })
    const [wrong, none] = [await reset(user.email, '000000'), await reset('nobody@example.com', '000000')]
    expect([none.statusCode, { ...none.json(), requestId: '' }]).toEqual([
      wrong.statusCode,
      { ...wrong.json(), requestId: '' },
    ])
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

  describe('requested by browsers that signed in before, of which somebody who knew the password can have any number', () => {
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

    it('mails three codes at most in half an hour to an address', async () => {
      const user = await test.signUp('Harvest')
      const browsers = await browsersOf(user, 14)
      const answers = await Promise.all(browsers.map((browser) => post('forgot', { email: user.email }, home, browser)))
      expect(statusesOf(answers)).toEqual(Array<number>(14).fill(200))
      await test.context.background.settled()
      expect(await resetMails(user.email)).toHaveLength(3)
    })

    it('takes the owner’s code, known browser or not, after a hundred guesses from such browsers', async () => {
      const user = await test.signUp('Guesser')
      const [own, ...strange] = await browsersOf(user, 12)
      for (const browser of strange) {
        const guess = { email: user.email, otp: '0000-0000-0000', password: newPassword }
        for (let n = 0; n < 10; n++) expect((await post('reset', guess, home, browser)).statusCode).toBe(422)
      }
      const otp = await codeFor(user)
      const input = { email: user.email, otp, password: newPassword }
      expect((await post('reset', input, home, own)).statusCode).toBe(200)
      expect((await reset(user.email, await codeFor(user, '192.0.2.7'), '192.0.2.7')).statusCode).toBe(200)
    })
  })

  it('rejects a common password and keeps the code usable', async () => {
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
