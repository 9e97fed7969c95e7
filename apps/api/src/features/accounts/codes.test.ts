import { emailCodes, verifiedEmails } from '@knockwire/db/schema/accounts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeMailedTo, mailsTo } from '../../testing/calls/mails.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const minuteMs = 60_000

describe('codes for notification addresses', () => {
  let test: TestApp
  let ada: TestUser
  let bob: TestUser
  beforeAll(async () => {
    test = await createTestApp()
    ada = await test.signUp('Ada')
    bob = await test.signUp('Bob')
  })
  afterAll(() => test.close())

  type Asking = Pick<TestUser, 'inject'>
  const send = (user: Asking, email: string) =>
    user.inject({ method: 'POST', url: '/api/v1/accounts/me/send_email_validation_code', payload: { email } })
  const verify = (user: Asking, email: string, otp: string) =>
    user.inject({ method: 'POST', url: '/api/v1/accounts/me/verify_email_validation_code', payload: { email, otp } })
  const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

  it('[AP-12, AP-13, EV-01] mails a code; with it, the address is verified', async () => {
    const sent = await send(ada, 'Ops@Example.com')
    expect([sent.statusCode, sent.json()]).toEqual([200, { email: 'ops@example.com', expiresInSeconds: 600 }])
    const answer = await verify(ada, 'ops@example.com', await codeMailedTo(test, 'ops@example.com'))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ verifiedEmails: ['ops@example.com'], isEmailVerified: false })
  })

  it('uses a code up', async () => {
    await send(ada, 'once@example.com')
    const code = await codeMailedTo(test, 'once@example.com')
    expect((await verify(ada, 'once@example.com', code)).statusCode).toBe(200)
    expect((await verify(ada, 'once@example.com', code)).statusCode).toBe(422)
  })

  it("does not take another account's code, nor a visitor's", async () => {
    await send(ada, 'mine@example.com')
    const code = await codeMailedTo(test, 'mine@example.com')
    expect((await verify(bob, 'mine@example.com', code)).statusCode).toBe(422)
    expect((await verify(test, 'mine@example.com', code)).statusCode).toBe(401)
    expect((await send(test, 'mine@example.com')).statusCode).toBe(401)
    expect((await verify(ada, 'mine@example.com', code)).statusCode).toBe(200)
  })

  it('[ER-03] names the field newEmail for a bad address and a bad code', async () => {
    expect((await send(ada, 'no address')).json()).toMatchObject({
      code: 'INVALID_FIELDS',
      errors: { newEmail: 'Enter a valid email address.' },
    })
    expect((await verify(ada, 'ops@example.com', '12')).json()).toMatchObject({
      errors: { newEmail: 'The code has 6 digits.' },
    })
    expect((await send(ada, 'ops@example.com')).json()).toMatchObject({
      errors: { newEmail: 'This address is already verified.' },
    })
  })

  it('gives five tries, exactly, also at once; then not even the right code is taken', async () => {
    await send(ada, 'tries@example.com')
    const code = await codeMailedTo(test, 'tries@example.com')
    const wrong = wrongFor(code)
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify(ada, 'tries@example.com', wrong)))
    const messages = answers.map((answer) => answer.json<{ errors: { newEmail: string } }>().errors.newEmail)
    expect(messages.filter((message) => message.startsWith('Incorrect code.'))).toHaveLength(5)
    expect(messages.filter((message) => message.startsWith('This code is no longer valid.'))).toHaveLength(7)
    expect((await verify(ada, 'tries@example.com', code)).statusCode).toBe(422)
  })

  it('lets a code end after ten minutes', async () => {
    await send(ada, 'late@example.com')
    const code = await codeMailedTo(test, 'late@example.com')
    test.clock.advance(10 * minuteMs)
    expect((await verify(ada, 'late@example.com', code)).json()).toMatchObject({
      errors: { newEmail: 'This code is no longer valid. Request a new one.' },
    })
  })

  it('puts a new code in the place of the old one', async () => {
    const abe = await test.signUp('Abe')
    await send(abe, 'again@example.com')
    const old = await codeMailedTo(test, 'again@example.com')
    test.clock.advance(minuteMs)
    await send(abe, 'again@example.com')
    const fresh = await codeMailedTo(test, 'again@example.com')
    if (old !== fresh) expect((await verify(abe, 'again@example.com', old)).statusCode).toBe(422)
    expect((await verify(abe, 'again@example.com', fresh)).statusCode).toBe(200)
  })

  it('mails one a minute to an address for one account, also of many requests at once', async () => {
    const amy = await test.signUp('Amy')
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(amy, 'box@example.com')))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const rejected = answers.find(({ statusCode }) => statusCode === 429)
    expect(rejected?.headers['retry-after']).toBe('60')
    expect(rejected?.json()).toMatchObject({ code: 'RATE_LIMITED', errors: { newEmail: expect.any(String) } })
    expect(await mailsTo(test, 'box@example.com')).toHaveLength(1)
    test.clock.advance(minuteMs)
    expect((await send(amy, 'box@example.com')).statusCode).toBe(200)
  })

  describe('limits', () => {
    const dayMs = 24 * 60 * minuteMs
    /** From the middle of the next day, so that neither a day nor an hour ends on the way. */
    const startDay = () => test.clock.advance(dayMs + dayMs / 2 - (test.clock.now() % dayMs))
    const statusesOf = async (count: number, ask: (n: number) => ReturnType<typeof send>) => {
      const statuses: number[] = []
      for (let n = 0; n < count; n++) statuses.push((await ask(n)).statusCode)
      return statuses
    }
    const from = (user: Asking, remoteAddress: string): Asking => ({
      inject: (options) => user.inject({ ...options, remoteAddress }),
    })

    it('one account mails to five different addresses an hour, exactly, also at once, and again to those', async () => {
      startDay()
      const carl = await test.signUp('Carl')
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => send(carl, `stranger${n}@example.com`)))
      const sent = answers.filter(({ statusCode }) => statusCode === 200)
      expect(sent).toHaveLength(5)
      const rejected = answers.find(({ statusCode }) => statusCode === 429)
      expect(rejected?.json()).toMatchObject({
        errors: { newEmail: 'Codes can be sent to 5 different addresses each hour. Try again later.' },
      })
      expect(Number(rejected?.headers['retry-after'])).toBeLessThanOrEqual(3600)
      test.clock.advance(minuteMs)
      const known = sent[0]?.json<{ email: string }>().email ?? ''
      expect((await send(carl, known)).statusCode).toBe(200)
    })

    it('one account mails to ten different addresses a day', async () => {
      startDay()
      const dan = await test.signUp('Dan')
      const statuses = await statusesOf(12, (n) => {
        test.clock.advance(30 * minuteMs)
        return send(dan, `daily${n}@example.com`)
      })
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429])
      test.clock.advance(dayMs)
      expect((await send(dan, 'daily11@example.com')).statusCode).toBe(200)
    })

    it('one account mails ten codes a day to one address, and another account’s are not used up', async () => {
      startDay()
      const [eli, flo] = [await test.signUp('Eli'), await test.signUp('Flo')]
      const statuses = await statusesOf(11, () => {
        test.clock.advance(minuteMs)
        return send(eli, 'flood@example.com')
      })
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
      expect((await send(flo, 'flood@example.com')).statusCode).toBe(200)
      test.clock.advance(dayMs)
      expect((await send(eli, 'flood@example.com')).statusCode).toBe(200)
    })

    it('one network mails so many codes an hour as the operator allows, whichever accounts ask', async () => {
      startDay()
      const narrow = await createTestApp({ sharing: test, settings: { codesPerHour: 6 } })
      try {
        const gus = await narrow.signUp('Gus')
        const users = [gus, await narrow.signUp('Hal'), await narrow.signUp('Ida')]
        const statuses = await statusesOf(5, (n) => send(users[n % 3] ?? gus, `network${n}@example.com`))
        // The three codes of sign-up are counted as well.
        expect(statuses).toEqual([200, 200, 200, 429, 429])
        const elsewhere = from(gus, '198.51.100.7')
        expect((await send(elsewhere, 'network9@example.com')).statusCode).toBe(200)
        const payload = { email: 'jo@example.com', password: 'nanoseconds of wire', firstName: '', lastName: '' }
        const signUp = await narrow.inject({ method: 'POST', url: '/api/v1/auth/sign-up', payload })
        expect([signUp.statusCode, signUp.json()]).toMatchObject([429, { code: 'RATE_LIMITED' }])
      } finally {
        await narrow.close()
      }
    })

    it('all accounts together mail 30 codes a day to one address, and its own account’s are not among them', async () => {
      startDay()
      const names = ['Kim', 'Lea', 'Max', 'Ned']
      const strangers: TestUser[] = []
      for (const name of names) strangers.push(await test.signUp(name))
      const statuses: number[] = []
      for (let round = 0; round < 8; round++) {
        test.clock.advance(minuteMs)
        for (const stranger of strangers) statuses.push((await send(stranger, 'olga@example.com')).statusCode)
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(30)
      expect(statuses.slice(30)).toEqual([429, 429])
      const olga = await test.signUp('Olga')
      expect(await codeMailedTo(test, olga.email)).toMatch(/^\d{6}$/)
      expect(await mailsTo(test, olga.email)).toHaveLength(31)
      test.clock.advance(minuteMs)
      expect((await send(olga, olga.email)).statusCode).toBe(200)
      const answer = await verify(olga, olga.email, await codeMailedTo(test, olga.email))
      expect(answer.json()).toMatchObject({ isEmailVerified: true })
    })
  })

  it('a stranger who asks first does not keep an address from being confirmed', async () => {
    const mallory = await test.signUp('Mallory')
    expect((await send(mallory, 'pat@example.com')).statusCode).toBe(200)
    const pat = await test.signUp('Pat')
    expect(await mailsTo(test, pat.email)).toHaveLength(2)
    expect((await verify(pat, pat.email, await codeMailedTo(test, pat.email))).statusCode).toBe(200)
  })

  it('the account that confirms an address owns it: an empty account that a stranger opened with it is gone', async () => {
    const squatter = await test.signUp('Quinn')
    const rae = await test.signUp('Rae')
    await send(rae, squatter.email)
    await verify(rae, squatter.email, wrongFor(await codeMailedTo(test, squatter.email)))
    expect((await squatter.inject({ url: '/api/v1/accounts/me' })).statusCode).toBe(200)
    await verify(rae, squatter.email, await codeMailedTo(test, squatter.email))
    expect((await squatter.inject({ url: '/api/v1/accounts/me' })).statusCode).toBe(401)
    expect((await test.signUp('Quinn')).accountId).not.toBe(squatter.accountId)
  })

  it('keeps no code that can be read', async () => {
    const eve = await test.signUp('Eve')
    await send(eve, 'hash@example.com')
    const code = await codeMailedTo(test, 'hash@example.com')
    const [row] = await test.db.select().from(emailCodes).where(eq(emailCodes.address, 'hash@example.com'))
    expect(row?.codeHash).toMatch(/^[0-9a-f]{64}$/)
    expect(test.logLines.join('\n')).not.toContain(code)
  })

  it('takes an address back that its owner had unsubscribed, by a new code only', async () => {
    const fay = await test.signUp('Fay')
    await send(fay, 'gone@example.com')
    await verify(fay, 'gone@example.com', await codeMailedTo(test, 'gone@example.com'))
    const mine = and(eq(verifiedEmails.accountId, fay.accountId), eq(verifiedEmails.address, 'gone@example.com'))
    await test.db.update(verifiedEmails).set({ unsubscribedAt: new Date() }).where(mine)
    expect((await fay.inject({ url: '/api/v1/accounts/me' })).json()).toMatchObject({ verifiedEmails: [] })
    test.clock.advance(minuteMs)
    await send(fay, 'gone@example.com')
    const answer = await verify(fay, 'gone@example.com', await codeMailedTo(test, 'gone@example.com'))
    expect(answer.json()).toMatchObject({ verifiedEmails: ['gone@example.com'] })
  })
})
