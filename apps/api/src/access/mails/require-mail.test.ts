import { canSendMail, noteMailAvailability } from '@knockwire/services/mail/mail-availability'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const plain = { status: 501, message: expect.stringContaining('This server cannot send email') }
const promises: readonly [what: string, send: () => Promise<{ statusCode: number; json: () => unknown }>][] = [
  ['a reset code', () => test.inject({ method: 'POST', url: '/api/v1/auth/forgot', payload: { email: ada.email } })],
  [
    'a code for another address',
    () =>
      ada.inject({
        method: 'POST',
        url: '/api/v1/accounts/me/send_email_validation_code',
        payload: { email: 'b@example.com' },
      }),
  ],
  [
    'an invitation',
    () =>
      ada.inject({
        method: 'POST',
        url: '/api/v1/accounts/me/invitations',
        payload: { email: 'c@example.com', role: 'EDITOR' },
      }),
  ],
]

let laterMs = Date.now()
/** Long after an executor last noted that it can send mail. */
const later = () => (laterMs += 180_000)

it.each(promises)('where the server has no mail server, what promises %s says so instead', async (_what, send) => {
  await noteMailAvailability(test.db, false, later())
  const answer = await send()
  expect({ status: answer.statusCode, ...(answer.json() as object) }).toMatchObject(plain)
  await noteMailAvailability(test.db, true, laterMs)
  expect((await send()).statusCode).toBeLessThan(300)
})

it('where the server has no mail server, one may sign up all the same, and the account says that no mail will come', async () => {
  await noteMailAvailability(test.db, false, later())
  const bob = await test.signUp('Bob')
  const { server } = (await bob.inject({ url: '/api/v1/accounts/me' })).json<{ server: object }>()
  expect(server).toMatchObject({ canSendMail: false, makesCalls: true })
})

it('an executor that cannot send mail, beside one that can, changes nothing; once that one has been gone for three minutes, it does', async () => {
  const start = later()
  await noteMailAvailability(test.db, true, start)
  await noteMailAvailability(test.db, false, start + 179_000)
  expect(await canSendMail(test.db)).toBe(true)
  await noteMailAvailability(test.db, false, start + 180_000)
  expect(await canSendMail(test.db)).toBe(false)
  await noteMailAvailability(test.db, true, start + 180_001)
  expect(await canSendMail(test.db)).toBe(true)
})
