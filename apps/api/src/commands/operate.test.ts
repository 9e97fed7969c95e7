import { execFile } from 'node:child_process'
import { bareEnvironment } from '@knockwire/db/testing/processes/bare-environment'
import { programFile } from '@knockwire/db/testing/processes/program-file'
import type { AccountView } from '@knockwire/domain/accounts/account'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventsOf } from '../testing/audit-events.ts'
import { codeMailedTo, mailsTo } from '../testing/calls/mails.ts'
import { signInOn } from '../testing/calls/sign-in-on.ts'
import { get, makeTask, post } from '../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const script = programFile({
  source: new URL('operate.ts', import.meta.url),
  bundle: new URL('../../dist/operate.js', import.meta.url),
})

/** Runs the command as an operator does, at the server's own command line. */
const operate = (...words: string[]) => {
  const env = {
    ...bareEnvironment(),
    DATABASE_URL: test.url,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [script, ...words], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
}
const accountView = async () => (await get(ada, '/accounts/me')).json<AccountView>()

it('the operator’s command suspends an account by its owner’s address, and resumes it by its id', async () => {
  const task = await makeTask(ada)
  expect(await operate('suspend', ' Ada@Example.com', 'Spam was sent.')).toMatchObject({ code: 0, err: '' })
  expect((await accountView()).suspendedReason).toBe('Spam was sent.')
  expect((await get(ada, `/tasks/${task.id}`)).json()).toMatchObject({ status: 'DISABLED' })
  expect(await operate('resume', ada.accountId)).toMatchObject({
    code: 0,
    out: `${ada.accountId}: no longer suspended.\n`,
  })
  expect((await accountView()).suspendedReason).toBeNull()
  const [resumed, suspended] = await eventsOf(test, ada)
  expect([resumed, suspended]).toMatchObject([
    { action: 'account.resumed', actor: { kind: 'OPERATOR', userId: null } },
    { action: 'account.suspended', actor: { kind: 'OPERATOR', userId: null } },
  ])
})

it('the operator’s command invites somebody to their own account, whom a mailed code lets in', async () => {
  const email = 'grace@example.com'
  expect(await operate('invite', ' Grace@Example.com')).toMatchObject({ code: 0, err: '' })
  const [mail] = await mailsTo(test, email)
  expect(mail?.text).toContain(`http://localhost:3000/forgot?email=${encodeURIComponent(email)}`)
  expect((await operate('invite', email)).code).toBe(0)
  await post(test, '/auth/forgot', { email })
  await test.context.background.settled()
  const password = 'a long password of Grace'
  const otp = await codeMailedTo(test, email)
  expect((await post(test, '/auth/reset', { email, otp, password })).statusCode).toBe(200)
  const grace = await signInOn(test, { email, password })
  const account = (await get(grace, '/accounts/me')).json<AccountView>()
  expect(account).toMatchObject({ isEmailVerified: true, role: 'OWNER' })
  const events = await eventsOf(test, grace)
  expect(events.find(({ action }) => action === 'user.invited')?.actor).toMatchObject({ kind: 'OPERATOR' })
  expect(await operate('invite', email)).toMatchObject({ code: 1, err: 'This address has an account already.\n' })
  expect((await operate('invite', 'nobody')).code).toBe(1)
})

it('the operator’s command mails codes, and ends sessions', async () => {
  const cy = await test.signUp('Cy', { isConfirmed: false })
  expect(await operate('reset', cy.email)).toMatchObject({ code: 0, err: '' })
  expect((await mailsTo(test, cy.email)).at(-1)?.subject).toBe('Your Knockwire password reset code')
  const mails = (await mailsTo(test, cy.email)).length
  expect((await operate('confirm', cy.email)).code).toBe(0)
  expect(await mailsTo(test, cy.email)).toHaveLength(mails + 1)
  expect((await operate('sign-out', cy.email)).code).toBe(0)
  expect((await get(cy, '/accounts/me')).statusCode).toBe(401)
})

it('the operator’s command sets the banner and pauses calls, each without touching the other', async () => {
  expect((await operate('banner', 'Maintenance tonight at 22:00.')).code).toBe(0)
  expect((await operate('pause-calls')).code).toBe(0)
  expect((await accountView()).server).toMatchObject({
    banner: 'Maintenance tonight at 22:00.',
    callsPausedAt: expect.any(String),
  })
  expect((await operate('banner')).code).toBe(0)
  expect((await operate('resume-calls')).code).toBe(0)
  expect((await accountView()).server).toMatchObject({ banner: null, callsPausedAt: null })
})

it('the operator’s command deletes an account only once that is confirmed', async () => {
  const eve = await test.signUp('Eve')
  expect((await operate('delete', eve.email, 'now')).err).toBe('Add --yes: this cannot be undone.\n')
  expect((await get(eve, '/accounts/me')).statusCode).toBe(200)
  expect((await operate('delete', eve.email, '--yes')).code).toBe(0)
  expect((await get(eve, '/accounts/me')).statusCode).toBe(401)
})

it('the operator’s command says what is wrong, and changes nothing', async () => {
  expect(await operate('resume', 'nobody@example.com')).toMatchObject({ code: 1, err: 'There is no such account.\n' })
  expect(await operate('suspend', ada.email, ' ')).toMatchObject({ code: 1, err: 'Say why: its members read it.\n' })
  for (const words of [['toString'], ['suspend', ada.email]]) {
    const { code, err } = await operate(...words)
    expect([code, err]).toEqual([2, expect.stringContaining('Usage: pnpm operator COMMAND')])
  }
})
