import { auditEvents } from '@knockwire/db/schema/audit'
import { accounts } from '@knockwire/db/schema/accounts'
import type { AuditEventView, AuditPage } from '@knockwire/domain/audit/audit-event'
import { deleteClosedAccount } from '@knockwire/services/accounts/close-account'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventsOf } from '../../testing/audit-events.ts'
import { joinAs } from '../../testing/calls/member-calls.ts'
import { makeNotification, notificationInput } from '../../testing/calls/notification-calls.ts'
import { get, makeTask, post, remove, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { makeToken, withToken } from '../../testing/calls/token-calls.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const list = async (user: TestUser, query = ''): Promise<AuditEventView[]> =>
  (await get(user, `/accounts/me/audit-events?${query}`)).json<AuditPage>().results

describe('an event', () => {
  it('has the values of what changed before and after, and of a secret only that it changed', async () => {
    const secrets = (key: string, password: string): Parameters<typeof taskInput>[0] => ({
      target: { headers: [['X-Api-Key', key]], basicAuth: { status: 'ENABLED', username: 'ada', password } },
    })
    const task = await makeTask(ada, { name: 'Shop', ...secrets('first key', 'hunter2') })
    const changed = { name: 'Shop is up', scheduler: { intervalSecond: 300 }, ...secrets('second key', 'hunter3') }
    const input = taskInput(changed)
    const saved = await post(ada, `/tasks/${task.id}`, input)
    expect([saved.statusCode, saved.json()]).toMatchObject([200, {}])
    const [event] = await eventsOf(test, ada, 'task.updated')
    expect(event?.object).toEqual({ type: 'TASK', id: task.id, name: 'Shop is up' })
    expect(event?.changes).toEqual([
      { field: 'name', before: 'Shop', after: 'Shop is up', isSecret: false },
      { field: 'scheduler.intervalSecond', before: '1800', after: '300', isSecret: false },
      { field: 'request.target.headers', before: null, after: null, isSecret: true },
      { field: 'request.target.basicAuth.password', before: null, after: null, isSecret: true },
    ])
    const stored = await test.pool.query('select e::text as row from audit_events e')
    expect(JSON.stringify(stored.rows)).not.toMatch(/hunter|first key|second key/)
  })

  it('is not written for a save that changes nothing, nor for a draft that is typed', async () => {
    const { id } = await makeTask(ada)
    const before = (await eventsOf(test, ada)).length
    expect((await post(ada, `/tasks/${id}`, taskInput())).statusCode).toBe(200)
    expect(await eventsOf(test, ada)).toHaveLength(before)
    const draft = (await post(ada, '/tasks/empty')).json<{ id: string }>().id
    await post(ada, `/tasks/${draft}`, taskInput({ name: 'Typ' }))
    await post(ada, `/tasks/${draft}`, taskInput({ name: 'Typed' }))
    expect((await list(ada, `object=${draft}`)).map(({ action }) => action)).toEqual(['task.draft_created'])
  })

  it('names the user, the token and the client’s address of a program’s call', async () => {
    const token = await makeToken(ada, 'WRITE')
    const program = withToken(test, token.token)
    await post(program, '/tasks/empty')
    const [event] = await eventsOf(test, ada, 'task.draft_created')
    expect(event?.actor).toEqual({
      kind: 'TOKEN',
      userId: ada.userId,
      email: ada.email,
      tokenId: token.id,
      tokenName: 'WRITE token',
      address: '127.0.0.1',
    })
  })

  it('keeps the names of a member and a task that are gone: who deleted it is found', async () => {
    const bob = await test.signUp('Bob')
    await joinAs(test, ada, bob, 'EDITOR')
    const task = await makeTask(ada, { name: 'Payroll' })
    await remove(bob, `/tasks/${task.id}?deactivate=true`)
    await remove(ada, `/accounts/me/members/${bob.userId}`)
    const [event] = await list(ada, `object=${task.id}`)
    expect(event).toMatchObject({
      action: 'task.deleted',
      actor: { kind: 'USER', email: 'bob@example.com' },
      object: { type: 'TASK', name: 'Payroll' },
    })
  })

  it('of a rejected sign-in is in each account of the user, and of an unknown address in none', async () => {
    const carl = await test.signUp('Carl')
    await joinAs(test, ada, carl, 'VIEWER')
    const signIn = (email: string) => post(test, '/auth/sign-in', { email, password: 'a wrong password' })
    expect((await signIn(carl.email)).statusCode).toBe(401)
    expect((await signIn('nobody@example.com')).statusCode).toBe(401)
    const failed = await eventsOf(test, ada, 'user.sign_in_failed')
    expect(failed).toMatchObject([{ actor: { kind: 'VISITOR', email: carl.email, address: '127.0.0.1' } }])
  })
})

describe('the list', () => {
  it('of a task has its notifications, newest first, and of another object nothing', async () => {
    const task = await makeTask(ada)
    const notification = await makeNotification(ada, notificationInput(task.id))
    await remove(ada, `/notifications/${notification.id}`)
    const actions = (await list(ada, `object=${task.id}`)).map(({ action }) => action)
    expect(actions).toEqual(['notification.deleted', 'notification.created', 'task.created', 'task.draft_created'])
  })

  it('is narrowed down by member, action and time', async () => {
    const dora = await test.signUp('Dora')
    await joinAs(test, ada, dora, 'EDITOR')
    await makeTask(dora)
    const own = await list(ada, `actor=${dora.userId}`)
    expect(own.map(({ action }) => action)).toEqual(['task.created', 'task.draft_created'])
    expect(await list(ada, `actor=${dora.userId}&action=task.created`)).toHaveLength(1)
    const [newest] = own
    const at = encodeURIComponent(newest?.at ?? '')
    expect((await list(ada, `from=${at}&to=${at}&actor=${dora.userId}`)).length).toBeGreaterThan(0)
    const later = new Date(Date.parse(newest?.at ?? '') + 1).toISOString()
    expect(await list(ada, `from=${later}&actor=${dora.userId}`)).toEqual([])
    const answer = await get(ada, '/accounts/me/audit-events?action=task.exploded')
    expect(answer.statusCode).toBe(400)
  })

  it('is read page by page, each event once', async () => {
    const whole = await list(ada, 'size=100')
    const seen: string[] = []
    let before = ''
    for (;;) {
      const { results, next } = (await get(ada, `/accounts/me/audit-events?size=7${before}`)).json<AuditPage>()
      seen.push(...results.map(({ id }) => id))
      if (next === null) break
      before = `&before=${next}`
    }
    expect(seen).toEqual(whole.map(({ id }) => id))
  })

  it('and its export are the owners’: not an editor’s, a viewer’s, another account’s or a visitor’s', async () => {
    const paths = ['/accounts/me/audit-events', '/accounts/me/audit-events/export']
    for (const role of ['EDITOR', 'VIEWER'] as const) {
      const member = await test.signUp(role)
      await joinAs(test, ada, member, role)
      const program = withToken(test, (await makeToken(member, 'READ')).token)
      for (const path of paths)
        for (const asker of [member, program]) expect((await get(asker, path)).statusCode).toBe(403)
    }
    for (const path of paths) expect((await get(test, path)).statusCode).toBe(401)
    const stranger = await test.signUp('Stranger')
    const events = await list(stranger, 'size=100')
    expect(new Set(events.map(({ actor }) => actor.email))).toEqual(new Set([stranger.email]))
  })

  it('is exported as JSON lines, oldest first, with the list’s filters', async () => {
    const program = withToken(test, (await makeToken(ada, 'READ')).token)
    const answer = await get(program, '/accounts/me/audit-events/export')
    expect(answer.headers['content-disposition']).toMatch(/knockwire-audit-log-\d{4}-\d\d-\d\d\.jsonl/)
    const lines = answer.body.trim().split('\n')
    const events = lines.map((line) => JSON.parse(line) as AuditEventView)
    expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted())
    expect(events.at(-1)?.action).toBe('audit_log.exported')
    const filtered = await get(ada, '/accounts/me/audit-events/export?action=token.created')
    const actions = filtered.body
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as AuditEventView).action)
    expect(new Set(actions)).toEqual(new Set(['token.created']))
  })
})

describe('the table', () => {
  const answerTo = async (sql: string) => (await test.pool.query(sql).catch(String)).toString()
  const rejection = 'error: Audit events are kept for a year, and are never changed.'

  it('takes no change and no deletion, by the application’s own role', async () => {
    expect(await answerTo(`update audit_events set actor_email = 'mallory@example.com'`)).toBe(rejection)
    expect(await answerTo('delete from audit_events')).toBe(rejection)
    expect(await answerTo('truncate audit_events')).toBe(rejection)
  })

  it('lets go of what is older than a year, and of an account that is closed', async () => {
    const eve = await test.signUp('Eve')
    const [kept] = await test.db.select().from(auditEvents).where(eq(auditEvents.accountId, eve.accountId)).limit(1)
    if (kept === undefined) throw new Error('Signing up left no event.')
    const id = '01890000-0000-7000-8000-00000000000a'
    await test.db.insert(auditEvents).values({ ...kept, id, occurredAt: new Date(Date.now() - 367 * 86_400_000) })
    expect((await test.pool.query('delete from audit_events where id = $1', [id])).rowCount).toBe(1)
    await post(eve, '/accounts/me/confirm', { password: eve.password })
    expect((await remove(eve, '/accounts/me')).statusCode).toBe(204)
    while ((await deleteClosedAccount(test.db, 1000)) > 0);
    expect(await test.db.$count(auditEvents, eq(auditEvents.accountId, eve.accountId))).toBe(0)
    expect(await test.db.$count(accounts, eq(accounts.id, eve.accountId))).toBe(0)
  })
})
