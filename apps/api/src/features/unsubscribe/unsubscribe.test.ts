import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { parseKeyring } from '@knockwire/services/secrets/secrets'
import { createUnsubscribeTokens } from '@knockwire/services/secrets/unsubscribe-token'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAddress } from '../../testing/calls/notification-calls.ts'
import { get, post } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  bob = await test.signUp('Bob')
})
afterAll(() => test.close())

let count = 0
/** An address that both accounts may write to, and the link in Ada's mails to it. */
const newLink = async () => {
  count += 1
  const address = `<b>reader${count}@example.com`
  await verifyAddress(test, ada, address)
  await verifyAddress(test, bob, address)
  const token = createUnsubscribeTokens(test.context.settings.keyring).issue({ accountId: ada.accountId, address })
  return { address, url: `/unsubscribe/${token}` }
}

const mayWriteTo = async (user: TestUser, address: string) => {
  const me = (await get(user, '/accounts/me')).json<{ verifiedEmails: string[] }>()
  return me.verifiedEmails.includes(address)
}

describe('the unsubscribe link of a mail', () => {
  it('shows a page that asks, and changes nothing: mail programs open links without a click', async () => {
    const { address, url } = await newLink()
    const answer = await test.app.inject({ url })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('<form method="post">')
    expect(answer.body).toContain(address.replace('<', '&lt;').replace('>', '&gt;'))
    expect(answer.body).not.toMatch(/<script|style="|onclick/)
    expect(answer.headers['content-security-policy']).toContain("form-action 'self'")
    expect(await mayWriteTo(ada, address)).toBe(true)
  })

  it.each([
    ['the page’s button', 'application/x-www-form-urlencoded', ''],
    ['a mail program, by RFC 8058', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'a mail program, by RFC 8058, as a multipart form',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('unsubscribes at a POST of %s, without a cookie', async (_who, type, payload) => {
    const { address, url } = await newLink()
    const answer = await test.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
    expect(answer.body).toContain('You are unsubscribed')
    expect(await mayWriteTo(ada, address)).toBe(false)
  })

  it('unsubscribes from the one account, not from another that writes to the same address', async () => {
    const { address, url } = await newLink()
    await test.app.inject({ method: 'POST', url })
    expect([await mayWriteTo(ada, address), await mayWriteTo(bob, address)]).toEqual([false, true])
  })

  it('may be followed again, and keeps the time of the first', async () => {
    const { address, url } = await newLink()
    const readTime = async () => {
      const its = and(eq(verifiedEmails.accountId, ada.accountId), eq(verifiedEmails.address, address))
      const [row] = await test.db.select().from(verifiedEmails).where(its)
      return row?.unsubscribedAt
    }
    await test.app.inject({ method: 'POST', url })
    const first = await readTime()
    test.clock.advance(1000)
    expect((await test.app.inject({ method: 'POST', url })).statusCode).toBe(200)
    expect(await readTime()).toEqual(first)
  })

  it('says so even where the address is long gone', async () => {
    const { address, url } = await newLink()
    await test.db.delete(verifiedEmails).where(eq(verifiedEmails.address, address))
    expect((await test.app.inject({ method: 'POST', url })).statusCode).toBe(200)
  })

  it('is 404 where it was made up, cut off or signed by another server', async () => {
    const { address, url } = await newLink()
    const foreign = createUnsubscribeTokens(parseKeyring(Buffer.alloc(32, 8).toString('base64')))
    const token = foreign.issue({ accountId: ada.accountId, address })
    for (const bad of [`/unsubscribe/${token}`, '/unsubscribe/', '/unsubscribe/x.y.z', url.slice(0, -2)]) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await test.app.inject({ method, url: bad })
        expect([bad, answer.statusCode]).toEqual([bad, 404])
        expect(answer.body).toContain('This link is incomplete')
      }
    }
    expect(await mayWriteTo(ada, address)).toBe(true)
  })
})

describe('the unsubscribe link of the daily mortgage rates', () => {
  const loan = { loanAmount: 300_000, loanPurpose: 'PURCHASE' }
  const linkFor = (user: TestUser, purpose: 'rates' | 'notifications' = 'rates') =>
    `/unsubscribe/rates/${createUnsubscribeTokens(test.context.settings.keyring, purpose).issue({
      accountId: user.accountId,
      address: user.email,
    })}`
  const isSubscribed = async (user: TestUser) =>
    (await get(user, '/mortgage-rates/subscription')).json<{ subscribed: boolean }>().subscribed

  beforeAll(async () => {
    for (const user of [ada, bob]) {
      await verifyAddress(test, user, user.email)
      await post(user, '/mortgage-rates/subscribe', loan)
    }
  })

  it('asks, and ends the daily email at a POST without a cookie, by RFC 8058, of that account alone', async () => {
    const url = linkFor(ada)
    const page = await test.app.inject({ url })
    expect([page.statusCode, await isSubscribed(ada)]).toEqual([200, true])
    expect(page.body).toContain('No more daily mortgage rates?')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const done = await test.app.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' })
    expect([done.statusCode, done.headers['set-cookie']]).toEqual([200, undefined])
    expect(done.body).toContain('No more daily mortgage rates will be sent')
    expect([await isSubscribed(ada), await isSubscribed(bob)]).toEqual([false, true])
    // Notifications are another matter.
    expect(await mayWriteTo(ada, ada.email)).toBe(true)
    expect((await test.app.inject({ method: 'POST', url })).statusCode).toBe(200)
  })

  it('is none of the other kind’s, either way', async () => {
    const answers = await Promise.all([
      test.app.inject({ method: 'POST', url: linkFor(bob, 'notifications') }),
      test.app.inject({ method: 'POST', url: linkFor(bob).replace('/rates/', '/') }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
    expect([await isSubscribed(bob), await mayWriteTo(bob, bob.email)]).toEqual([true, true])
  })
})
