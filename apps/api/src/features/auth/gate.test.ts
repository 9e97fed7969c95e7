import type { InstanceView } from '@knockwire/domain/instance/instance'
import { openInstance } from '@knockwire/domain/instance/instance-rules'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Settings } from '../../settings.ts'
import { eventsOf } from '../../testing/audit-events.ts'
import { codeMailedTo, mailsTo } from '../../testing/calls/mails.ts'
import { inviteTo, joinAs } from '../../testing/calls/member-calls.ts'
import { signInOn } from '../../testing/calls/sign-in-on.ts'
import { get, makeDraft, makeTask, post, taskInput } from '../../testing/calls/task-calls.ts'
import { routesLeftTo } from '../../testing/routes/personal-routes.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { stopUnconfirmedTasks } from './stop-unconfirmed-tasks.ts'

const beforeConfirmation = routesLeftTo('unconfirmed')

const unconfirmed = {
  code: 'ADDRESS_UNCONFIRMED',
  message: 'Confirm your email address first, with the code that we emailed to it. Then you can work on this server.',
}

describe('where an address is what lets somebody in', () => {
  let test: TestApp
  let ada: TestUser
  beforeAll(async () => {
    test = await createTestApp({ settings: { isEmbedded: false } })
    ada = await test.signUp('Ada')
  })
  afterAll(() => test.close())

  /** Another process on the same database, whose operator set this up. */
  const onServer = async (
    instance: Partial<InstanceView>,
    use: (app: TestApp) => Promise<void>,
    more: Partial<Settings> = {},
  ) => {
    const settings = { isEmbedded: false, instance: { ...openInstance, ...instance }, ...more }
    const app = await createTestApp({ sharing: test, settings })
    try {
      await use(app)
    } finally {
      await app.close()
    }
  }
  const confirm = async (user: TestUser) => {
    const payload = { email: user.email, otp: await codeMailedTo(test, user.email) }
    expect((await post(user, '/accounts/me/verify_email_validation_code', payload)).statusCode).toBe(200)
  }
  const rejects = async (user: Pick<TestUser, 'inject'>) => {
    const answer = await post(user, '/tasks/empty')
    expect([answer.statusCode, answer.json()]).toMatchObject([403, unconfirmed])
  }

  const allowedDomains = ['example.com']

  it('nobody creates, activates or tests a task before a mailed code has confirmed the address', async () => {
    await onServer({ allowedDomains }, async (app) => {
      const stranger = await app.signUp('FakeBoss', { isConfirmed: false })
      await rejects(stranger)
      await confirm(stranger)
      expect(await makeTask(stranger)).toMatchObject({ status: 'ACTIVE' })
    })
  })

  it('no call that changes or sends something is made before, but those about confirming, signing in and leaving', async () => {
    await onServer({ allowedDomains }, async (app) => {
      const stranger = await app.signUp('Walker', { isConfirmed: false })
      const changing = app.routes.filter(
        ({ method, url, isPublic }) =>
          url.startsWith('/api/') && method !== 'GET' && !isPublic && !url.includes('/operator/'),
      )
      const allowed: string[] = []
      for (const { method, url } of changing) {
        const path = url.replaceAll(/:\w+/g, ada.accountId)
        const answer = await stranger.inject({ method, url: path, payload: {} })
        const { code } = answer.body === '' ? {} : answer.json<{ code?: string }>()
        if (code !== 'ADDRESS_UNCONFIRMED' || beforeConfirmation.includes(`${method} ${url}`))
          allowed.push(`${method} ${url}`)
        expect([url, code]).not.toEqual([url, 'SIGNED_OUT'])
      }
      expect(changing.length).toBeGreaterThan(60)
      expect(allowed.toSorted()).toEqual(beforeConfirmation)
    })
  })

  it('a code is mailed to no other address than the one to confirm', async () => {
    await onServer({ allowedDomains }, async (app) => {
      const stranger = await app.signUp('Mailer', { isConfirmed: false })
      const send = (email: string) => post(stranger, '/accounts/me/send_email_validation_code', { email })
      const other = await send('victim@example.net')
      expect([other.statusCode, other.json()]).toMatchObject([403, { code: 'ADDRESS_UNCONFIRMED' }])
      expect(await mailsTo(test, 'victim@example.net')).toHaveLength(0)
      test.clock.advance(120_000)
      expect((await send(stranger.email)).statusCode).toBe(200)
    })
  })

  it('a stranger who signed up while the server was open changes and sends nothing more once it takes invited people only', async () => {
    const stranger = await test.signUp('Slipped', { isConfirmed: false })
    const task = await makeTask(stranger)
    for (const signUps of ['invited', 'closed'] as const)
      await onServer({ signUps }, async (app) => {
        const inside = await signInOn(app, stranger)
        await rejects(inside)
        const saved = await post(inside, `/tasks/${task.id}`, taskInput({ name: 'Changed' }))
        expect(saved.json()).toMatchObject({ code: 'ADDRESS_UNCONFIRMED' })
        const invited = await post(inside, '/accounts/me/invitations', { email: 'friend@nowhere.test', role: 'VIEWER' })
        expect(invited.json()).toMatchObject({ code: 'ADDRESS_UNCONFIRMED' })
      })
  })

  it('a task that a stranger activated while the server was open stops when the server starts for invited people only, and nobody else’s does', async () => {
    const [stranger, editor, joined] = [
      await test.signUp('Runner', { isConfirmed: false }),
      await test.signUp('Vouching'),
      await test.signUp('Joined', { isConfirmed: false }),
    ]
    await joinAs(test, joined, editor, 'EDITOR')
    const stopped = await makeTask(stranger)
    const [ofAda, ofJoined] = [await makeTask(ada), await makeTask(joined)]
    const stateOf = async (user: TestUser, id: string) => (await get(user, `/tasks/${id}`)).json<TaskView>()

    await stopUnconfirmedTasks(test.context)
    expect(await stateOf(stranger, stopped.id)).toMatchObject({ status: 'ACTIVE' })
    await onServer({ signUps: 'invited' }, (app) =>
      stopUnconfirmedTasks({ ...app.context, settings: { ...app.context.settings, isEmbedded: true } }),
    )
    expect(await stateOf(stranger, stopped.id)).toMatchObject({ status: 'ACTIVE' })

    await onServer({ signUps: 'invited' }, async (app) => {
      await stopUnconfirmedTasks(app.context)
      await stopUnconfirmedTasks(app.context)
    })
    expect(await stateOf(stranger, stopped.id)).toMatchObject({
      status: 'DISABLED',
      scheduler: { disabledReason: 'USER' },
    })
    expect(await stateOf(ada, ofAda.id)).toMatchObject({ status: 'ACTIVE' })
    expect(await stateOf(joined, ofJoined.id)).toMatchObject({ status: 'ACTIVE' })
    const events = await eventsOf(test, stranger)
    expect(events.filter(({ action }) => action === 'task.deactivated')).toMatchObject([
      { actor: { kind: 'SYSTEM' }, object: { id: stopped.id } },
    ])
    await confirm(stranger)
    await onServer({ signUps: 'invited' }, async (app) => {
      const inside = await signInOn(app, stranger)
      expect((await post(inside, `/tasks/${stopped.id}/lifecycle/activate`)).statusCode).toBe(200)
      await stopUnconfirmedTasks(app.context)
    })
    expect(await stateOf(stranger, stopped.id)).toMatchObject({ status: 'ACTIVE' })
  })

  it('nobody acts in an account that they joined by a link that was mailed to another address, before their own is confirmed', async () => {
    const token = await inviteTo(test, ada, 'meant@example.com', 'EDITOR')
    await onServer({ allowedDomains }, async (app) => {
      const stranger = await app.signUp('Forwarded', { isConfirmed: false })
      expect((await post(stranger, '/invitations/accept', { token })).statusCode).toBe(200)
      await rejects(stranger)
    })
  })

  it('an invitation’s link confirms the address that it was mailed to', async () => {
    const email = 'bea@example.com'
    const invitation = await inviteTo(test, ada, email, 'EDITOR')
    await onServer({ signUps: 'invited' }, async (app) => {
      const password = 'a long password of Bea'
      expect((await post(app, '/auth/sign-up', { email, password, invitation })).statusCode).toBe(201)
      const bea = await signInOn(app, { email, password })
      await rejects(bea)
      expect((await post(bea, '/invitations/accept', { token: invitation })).statusCode).toBe(200)
      expect((await post(bea, '/tasks/empty')).statusCode).toBe(201)
    })
  })

  it('editors and owners whose address is confirmed work as before, viewers and visitors do not', async () => {
    const [editor, viewer] = [await test.signUp('Ed'), await test.signUp('Vi')]
    await joinAs(test, ada, editor, 'EDITOR')
    await joinAs(test, ada, viewer, 'VIEWER')
    await onServer({ signUps: 'invited', allowedDomains }, async (app) => {
      for (const [user, status] of [
        [ada, 201],
        [editor, 201],
        [viewer, 403],
      ] as const) {
        const inside = await signInOn(app, user)
        expect((await post(inside, `/accounts/${ada.accountId}/select`)).statusCode).toBe(204)
        const answer = await post(inside, '/tasks/empty')
        expect(answer.statusCode).toBe(status)
        expect(answer.json()).not.toMatchObject({ code: 'ADDRESS_UNCONFIRMED' })
      }
      expect((await post(app, '/tasks/empty')).statusCode).toBe(401)
    })
  })

  it('an account of somebody unconfirmed says so, and can be read', async () => {
    await onServer({ allowedDomains }, async (app) => {
      const stranger = await app.signUp('Reader', { isConfirmed: false })
      const answer = await get(stranger, '/accounts/me')
      expect(answer.json()).toMatchObject({ isEmailVerified: false })
      expect((await get(stranger, '/tasks')).statusCode).toBe(200)
    })
  })

  it('where anybody may sign up, one task is there before the address is confirmed', async () => {
    const user = await test.signUp('Opener', { isConfirmed: false })
    const id = await makeDraft(user)
    expect((await post(user, `/tasks/${id}?activate=true`, taskInput({}))).statusCode).toBe(200)
  })
})
