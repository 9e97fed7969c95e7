import { emailCodes, verifiedEmails } from '@knockwire/db/schema/accounts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeMailedTo, mailsTo } from '../../testing/mails.ts'
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
      errors: { newEmail: 'Please enter a valid email address.' },
    })
    expect((await verify(ada, 'ops@example.com', '12')).json()).toMatchObject({
      errors: { newEmail: 'The code has 6 digits.' },
    })
    expect((await send(ada, 'ops@example.com')).json()).toMatchObject({
      errors: { newEmail: 'This address is verified already.' },
    })
  })

  it('gives five tries, exactly, also at once; then not even the right code is taken', async () => {
    await send(ada, 'tries@example.com')
    const code = await codeMailedTo(test, 'tries@example.com')
    const wrong = wrongFor(code)
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify(ada, 'tries@example.com', wrong)))
    const sentences = answers.map((answer) => answer.json<{ errors: { newEmail: string } }>().errors.newEmail)
    expect(sentences.filter((sentence) => sentence.startsWith('This code is not right.'))).toHaveLength(5)
    expect(sentences.filter((sentence) => sentence.startsWith('This code is no longer valid.'))).toHaveLength(7)
    expect((await verify(ada, 'tries@example.com', code)).statusCode).toBe(422)
  })

  it('lets a code end after ten minutes', async () => {
    await send(ada, 'late@example.com')
    const code = await codeMailedTo(test, 'late@example.com')
    test.clock.advance(10 * minuteMs)
    expect((await verify(ada, 'late@example.com', code)).json()).toMatchObject({
      errors: { newEmail: 'This code is no longer valid. Please ask for a new one.' },
    })
  })

  it('puts a new code in the place of the old one', async () => {
    await send(ada, 'again@example.com')
    const old = await codeMailedTo(test, 'again@example.com')
    test.clock.advance(minuteMs)
    await send(ada, 'again@example.com')
    const fresh = await codeMailedTo(test, 'again@example.com')
    if (old !== fresh) expect((await verify(ada, 'again@example.com', old)).statusCode).toBe(422)
    expect((await verify(ada, 'again@example.com', fresh)).statusCode).toBe(200)
  })

  it('mails one a minute to an address, whoever asks', async () => {
    const answers = await Promise.all(
      [1, 2, 3].flatMap(() => [send(ada, 'box@example.com'), send(bob, 'box@example.com')]),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const refused = answers.find(({ statusCode }) => statusCode === 429)
    expect(refused?.headers['retry-after']).toBe('60')
    expect(refused?.json()).toMatchObject({ code: 'RATE_LIMITED', errors: { newEmail: expect.any(String) } })
    expect(await mailsTo(test, 'box@example.com')).toHaveLength(1)
    test.clock.advance(minuteMs)
    expect((await send(bob, 'box@example.com')).statusCode).toBe(200)
  })

  it('mails ten a day to an address', async () => {
    // From the middle of a day, so that the day does not end on the way.
    const dayMs = 24 * 60 * minuteMs
    test.clock.advance(dayMs + dayMs / 2 - (test.clock.now() % dayMs))
    const carl = await test.signUp('Carl')
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) {
      statuses.push((await send(carl, 'flood@example.com')).statusCode)
      test.clock.advance(minuteMs)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    test.clock.advance(dayMs)
    const dora = await test.signUp('Dora')
    expect((await send(dora, 'flood@example.com')).statusCode).toBe(200)
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
