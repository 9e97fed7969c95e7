import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeMailedTo, mailsTo } from '../../testing/calls/mails.ts'
import { notificationInput } from '../../testing/calls/notification-calls.ts'
import { get, makeDraft, makeTask, post, statusesOf, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

describe('an account whose address is not confirmed', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ settings: { isEmbedded: false } })
  })
  afterAll(() => test.close())

  const open = (name: string) => test.signUp(name, { isConfirmed: false })
  const confirm = async (user: TestUser) => {
    const payload = { email: user.email, otp: await codeMailedTo(test, user.email) }
    const answer = await post(user, '/accounts/me/verify_email_validation_code', payload)
    expect(answer.statusCode).toBe(200)
  }
  const rejected = (what: string) => ({
    code: 'ADDRESS_UNCONFIRMED',
    message: `Confirm your email address first, with the code that we emailed to it. Then you can ${what}.`,
    requestId: expect.any(String),
  })

  it('has one task, and more once it is confirmed', async () => {
    const user = await open('Onetask')
    await makeTask(user, { name: 'First' })
    const id = await makeDraft(user)
    const answer = await post(user, `/tasks/${id}?activate=true`, taskInput({ name: 'Second' }))
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject(rejected('have more than one task'))
    await confirm(user)
    expect((await post(user, `/tasks/${id}?activate=true`, taskInput({ name: 'Second' }))).statusCode).toBeLessThan(300)
  })

  it('has one task also where many are created at once', async () => {
    const user = await open('Atonce')
    const drafts = await Promise.all(Array.from({ length: 5 }, () => makeDraft(user)))
    const answers = await Promise.all(drafts.map((id) => post(user, `/tasks/${id}?activate=true`, taskInput({}))))
    expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(4)
  })

  it('makes no token and no passkey before it is confirmed', async () => {
    const user = await open('Nokeys')
    const token = await post(user, '/accounts/me/tokens', { name: 'program', scope: 'READ' })
    expect(token.statusCode).toBe(403)
    expect(token.json()).toMatchObject(rejected('make API tokens'))
    const options = await post(user, '/accounts/me/passkeys/options')
    expect(options.statusCode).toBe(403)
    expect(options.json()).toMatchObject(rejected('add passkeys'))
    await confirm(user)
    const made = await post(user, '/accounts/me/tokens', { name: 'program', scope: 'READ' })
    expect(made.statusCode).toBe(201)
  })

  it('makes, tests and sends no notification before it is confirmed', async () => {
    const user = await open('Quiet')
    const task = await makeTask(user, { name: 'Watched' })
    const made = await post(user, '/notifications', notificationInput(task.id))
    expect([made.statusCode, made.json()]).toEqual([403, rejected('be notified')])
    const tested = await post(user, '/notifications/test', notificationInput(task.id))
    expect([tested.statusCode, tested.json()]).toEqual([403, rejected('send notifications')])
    await confirm(user)
    expect((await post(user, '/notifications', notificationInput(task.id))).statusCode).toBe(201)
  })

  it('is not confirmed by another address than its own', async () => {
    const user = await open('Otheraddress')
    const verifiedAt = new Date(test.clock.now())
    await test.db
      .insert(verifiedEmails)
      .values({ accountId: user.accountId, address: `${uuidv7()}@x.example`, verifiedAt })
    expect((await post(user, '/accounts/me/tokens', { name: 'program', scope: 'READ' })).statusCode).toBe(403)
  })

  it('is mailed its codes alone', async () => {
    const user = await open('Codesonly')
    const password = 'a fresh phrase to remember'
    await post(user, '/accounts/me/password', { currentPassword: user.password, newPassword: password })
    await post(test, '/auth/sign-up', {
      email: user.email,
      password: 'another long phrase',
      firstName: '',
      lastName: '',
    })
    await post(test, '/auth/forgot', { email: user.email })
    await test.context.background.settled()
    expect((await mailsTo(test, user.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^\d{6} is your Knockwire code$/),
      'Your Knockwire password reset code',
    ])
  })
})

describe('in embedded mode', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test.close())

  it('an account counts as confirmed from the start', async () => {
    const user = await test.signUp('Atonce')
    const made = await Promise.all([makeTask(user, {}), makeTask(user, {})])
    expect(made).toHaveLength(2)
    const answers = [
      await post(user, '/accounts/me/tokens', { name: 'program', scope: 'READ' }),
      await post(user, '/accounts/me/passkeys/options'),
    ]
    expect(statusesOf(answers)).toEqual([200, 201])
    expect((await get(user, '/accounts/me')).statusCode).toBe(200)
  })
})
