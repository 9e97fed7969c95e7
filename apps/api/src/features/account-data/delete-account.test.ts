import { accounts } from '@knockwire/db/schema/accounts'
import { notifications } from '@knockwire/db/schema/notifications'
import { accountSecrets, projects } from '@knockwire/db/schema/projects'
import { receivers } from '@knockwire/db/schema/receivers'
import { schedules } from '@knockwire/db/schema/tasks'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/calls/mails.ts'
import { makeOwnedObjects } from '../../testing/owned-objects.ts'
import { get, post, remove } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { makeToken, withToken } from '../../testing/calls/token-calls.ts'

/** Its owner has just proved again who they are. */
const deleteAccount = async (user: TestUser) => {
  await post(user, '/accounts/me/confirm', { password: user.password })
  return remove(user, '/accounts/me')
}

describe('the deletion of an account by its owner', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test.close())

  it('ends every session and token, every run and every receiver at once, and mails a notice', async () => {
    const user = await test.signUp('Leaver')
    await makeOwnedObjects(test, user)
    const program = withToken(test, (await makeToken(user, 'WRITE')).token)
    await post(test, '/auth/sign-in', { email: user.email, password: user.password })
    expect((await deleteAccount(user)).statusCode).toBe(204)
    expect((await get(user, '/accounts/me')).statusCode).toBe(401)
    expect((await get(program, '/accounts/me')).statusCode).toBe(401)
    expect((await post(test, '/auth/sign-in', { email: user.email, password: user.password })).statusCode).toBe(401)
    const ofUser = await test.db.select().from(schedules).where(eq(schedules.accountId, user.accountId))
    expect(ofUser.map(({ status, dueAt }) => ({ status, dueAt }))).toEqual(
      Array.from({ length: 3 }, () => ({ status: 'DISABLED', dueAt: null })),
    )
    const own = await test.db.select().from(receivers).where(eq(receivers.accountId, user.accountId))
    expect(own.map(({ status }) => status)).toEqual(['DISABLED', 'DISABLED', 'DISABLED'])
    const ofAccount = [accountSecrets, projects].map((table) =>
      test.db.$count(table, eq(table.accountId, user.accountId)),
    )
    expect(await Promise.all(ofAccount)).toEqual([0, 0])
    expect((await mailsTo(test, user.email)).at(-1)?.subject).toBe('Your Knockwire account was deleted')
    expect(test.logLines.join('\n')).toContain('"event":"account deleted"')
  })

  it('sends nothing more, not even for a run that was in flight: its notifications are gone with its commit', async () => {
    const user = await test.signUp('Silent')
    await makeOwnedObjects(test, user)
    const count = () => test.db.$count(notifications, eq(notifications.accountId, user.accountId))
    expect(await count()).toBe(2)
    await deleteAccount(user)
    expect(await count()).toBe(0)
  })

  it('leaves nothing that names its owner, and frees the address at once', async () => {
    const user = await test.signUp('Again')
    expect((await deleteAccount(user)).statusCode).toBe(204)
    const [closed] = await test.db.select().from(accounts).where(eq(accounts.id, user.accountId))
    expect(JSON.stringify(closed)).not.toMatch(/again@|Again|Example/)
    expect((await test.signUp('Again')).accountId).not.toBe(user.accountId)
  })

  it('needs a session whose owner has proved who they are again within ten minutes, right after signing in too', async () => {
    const user = await test.signUp('Stale')
    const confirm = () => post(user, '/accounts/me/confirm', { password: user.password })
    expect((await remove(user, '/accounts/me')).json()).toMatchObject({ code: 'CONFIRMATION_NEEDED' })
    await confirm()
    test.clock.advance(11 * 60_000)
    expect((await remove(user, '/accounts/me')).json()).toMatchObject({ code: 'CONFIRMATION_NEEDED' })
    expect((await get(user, '/accounts/me')).statusCode).toBe(200)
    expect((await confirm()).statusCode).toBe(204)
    expect((await remove(user, '/accounts/me')).statusCode).toBe(204)
  })

  it('is not done by a page of another account, no matter who has signed in with its browser since', async () => {
    const [before, now] = [await test.signUp('Before'), await test.signUp('Now')]
    await post(now, '/accounts/me/confirm', { password: now.password })
    const headers = { 'knockwire-account': before.accountId }
    const answer = await now.inject({ method: 'DELETE', url: '/api/v1/accounts/me', headers })
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'OTHER_ACCOUNT' }])
    expect((await get(now, '/accounts/me')).statusCode).toBe(200)
  })

  it('touches nothing of another account', async () => {
    const [leaver, stayer] = [await test.signUp('One'), await test.signUp('Two')]
    const owned = await makeOwnedObjects(test, stayer)
    await deleteAccount(leaver)
    const url = owned.urlOf({ url: '/api/v1/tasks/:taskId' })
    expect((await stayer.inject({ url })).json()).toMatchObject({ scheduler: { status: 'ACTIVE' } })
  })
})
