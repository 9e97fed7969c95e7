import { Readable } from 'node:stream'
import { memberships } from '@knockwire/db/schema/users'
import type { MemberList, OwnAccountList } from '@knockwire/domain/accounts/member'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/calls/mails.ts'
import { inviteTo, joinAs } from '../../testing/calls/member-calls.ts'
import { get, makeTask, post, remove, statusesOf, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

describe('members of an account', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ settings: { isEmbedded: false } })
  })
  afterAll(() => test.close())

  const membersOf = async (user: TestUser) => (await get(user, '/accounts/me/members')).json<MemberList>()
  const rolesOf = async (user: TestUser) =>
    Object.fromEntries((await membersOf(user)).members.map(({ email, role }) => [email.split('@')[0], role]))
  const accountsOf = async (user: TestUser) => (await get(user, '/accounts')).json<OwnAccountList>().results
  const accept = (user: TestUser, token: string) => post(user, '/invitations/accept', { token })
  const setRole = (owner: TestUser, { userId }: TestUser, role: string) =>
    post(owner, `/accounts/me/members/${userId}`, { role })
  const removeFrom = (owner: TestUser, { userId }: TestUser) => remove(owner, `/accounts/me/members/${userId}`)

  describe('who are invited', () => {
    it('join with the role of the invitation, view the account at once, and find their own again', async () => {
      const [ada, bob] = [await test.signUp('Ada'), await test.signUp('Bob')]
      const { id: taskId } = await makeTask(ada)
      const token = await inviteTo(test, ada, bob.email, 'VIEWER')
      const preview = await post(bob, '/invitations/preview', { token })
      expect(preview.json()).toMatchObject({
        account: 'Ada Example',
        role: 'VIEWER',
        email: bob.email,
        invitedBy: 'Ada Example',
        signedIn: { email: bob.email, isMember: false },
      })
      const joined = await accept(bob, token)
      expect([joined.statusCode, joined.headers['knockwire-account']]).toEqual([200, ada.accountId])
      expect(joined.json()).toMatchObject({ id: ada.accountId, role: 'VIEWER', user: { email: bob.email } })
      expect((await get(bob, `/tasks/${taskId}`)).statusCode).toBe(200)
      expect(await rolesOf(ada)).toEqual({ ada: 'OWNER', bob: 'VIEWER' })
      expect((await accountsOf(bob)).toSorted((a, b) => Number(a.isCurrent) - Number(b.isCurrent))).toMatchObject([
        { id: bob.accountId, role: 'OWNER', isCurrent: false },
        { id: ada.accountId, role: 'VIEWER', isCurrent: true },
      ])
      expect((await post(bob, `/accounts/${bob.accountId}/select`)).statusCode).toBe(204)
      expect((await get(bob, `/tasks/${taskId}`)).statusCode).toBe(404)
      expect((await get(bob, '/accounts/me')).json()).toMatchObject({ id: bob.accountId, role: 'OWNER' })
      expect((await mailsTo(test, ada.email)).at(-1)).toMatchObject({ subject: 'Bob Example joined your account' })
    })

    it('confirm their own address by the link that was mailed to it, and no other one', async () => {
      const ada = await test.signUp('Confirmer')
      const [own, other] = ['Unconfirmed', 'Elsewhere'].map((name) => test.signUp(name, { isConfirmed: false }))
      const [invited, stranger] = [await own, await other]
      if (invited === undefined || stranger === undefined) throw new Error('Nobody signed up.')
      await accept(invited, await inviteTo(test, ada, invited.email, 'EDITOR'))
      expect((await get(invited, '/accounts/me')).json()).toMatchObject({ isEmailVerified: true })
      await accept(stranger, await inviteTo(test, ada, 'somebody.else@example.com', 'EDITOR'))
      expect((await get(stranger, '/accounts/me')).json()).toMatchObject({ id: ada.accountId, isEmailVerified: false })
    })

    it('find an invitation that was used, revoked or replaced, has expired or was forged no longer valid', async () => {
      const [ada, bob, eve] = [await test.signUp('Grace'), await test.signUp('Hedy'), await test.signUp('Eve')]
      const used = await inviteTo(test, ada, bob.email, 'EDITOR')
      expect((await accept(bob, used)).statusCode).toBe(200)
      expect((await accept(eve, used)).statusCode).toBe(404)
      test.clock.advance(60_000)
      const revoked = await inviteTo(test, ada, eve.email, 'OWNER')
      const [invitation] = (await membersOf(ada)).invitations
      expect((await remove(ada, `/accounts/me/invitations/${invitation?.id}`)).statusCode).toBe(204)
      test.clock.advance(60_000)
      const replaced = await inviteTo(test, ada, eve.email, 'OWNER')
      test.clock.advance(60_000)
      const late = await inviteTo(test, ada, eve.email, 'VIEWER')
      for (const token of [revoked, replaced, `${late}x`, 'forged']) {
        expect((await post(test, '/invitations/preview', { token })).statusCode).toBe(404)
        expect((await accept(eve, token)).statusCode).toBe(404)
      }
      test.clock.advance(7 * 86_400_000)
      expect((await accept(eve, late)).statusCode).toBe(404)
      expect(await rolesOf(bob)).toEqual({ grace: 'OWNER', hedy: 'EDITOR' })
    })

    it('join once where two use one link at once, and keep their role where they are members already', async () => {
      const [ada, bob, eve] = [await test.signUp('Twice'), await test.signUp('First'), await test.signUp('Second')]
      const token = await inviteTo(test, ada, bob.email, 'EDITOR')
      const answers = await Promise.all([accept(bob, token), accept(eve, token)])
      expect(statusesOf(answers).toSorted((a, b) => a - b)).toEqual([200, 404])
      test.clock.advance(60_000)
      await joinAs(test, ada, await test.signUp('Third'), 'OWNER')
      const members = (await membersOf(ada)).members.length
      expect(members).toBe(3)
    })

    it('are not invited by editors, twice, beyond the limits of codes, or by an account that nobody confirmed', async () => {
      const [ada, bob] = [await test.signUp('Inviter'), await test.signUp('Invitee')]
      await joinAs(test, ada, bob, 'EDITOR')
      const by = (user: TestUser, email: string) => post(user, '/accounts/me/invitations', { email, role: 'VIEWER' })
      expect((await by(bob, 'x@example.com')).statusCode).toBe(403)
      expect((await by(ada, bob.email)).json()).toMatchObject({ errors: { email: 'This person is a member already.' } })
      for (let n = 0; n < 5; n++) expect((await by(ada, `x${n}@example.com`)).statusCode).toBe(201)
      expect((await by(ada, 'x5@example.com')).statusCode).toBe(429)
      expect((await by(await test.signUp('Nobody', { isConfirmed: false }), 'x@example.com')).statusCode).toBe(403)
    })
  })

  it('leave or are removed, but for the last owner, and learn of their removal', async () => {
    const [ada, bob, eve] = [await test.signUp('Olga'), await test.signUp('Left'), await test.signUp('Removed')]
    await joinAs(test, ada, bob, 'EDITOR')
    await joinAs(test, ada, eve, 'VIEWER')
    expect((await removeFrom(ada, ada)).json()).toMatchObject({ code: 'CONFLICT' })
    expect((await setRole(ada, ada, 'EDITOR')).json()).toMatchObject({ code: 'CONFLICT' })
    expect((await removeFrom(bob, eve)).statusCode).toBe(403)
    expect((await removeFrom(bob, bob)).statusCode).toBe(204)
    expect((await get(bob, '/accounts/me')).json()).toMatchObject({ id: bob.accountId })
    expect((await removeFrom(ada, eve)).statusCode).toBe(204)
    expect((await mailsTo(test, eve.email)).at(-1)).toMatchObject({ subject: 'You were removed from Olga Example' })
    expect(await rolesOf(ada)).toEqual({ olga: 'OWNER' })
  })

  it('of two owners who remove each other at once, or step down at once, one stays', async () => {
    for (const act of [removeFrom, (by: TestUser, whom: TestUser) => setRole(by, whom, 'VIEWER')]) {
      const [one, two] = [await test.signUp(`One${act.length}${act.name}`), await test.signUp(`Two${act.name}`)]
      await joinAs(test, one, two, 'OWNER')
      const answers = await Promise.all([act(one, two), act(two, one)])
      // The second is no owner any more, or is signed out of the account already.
      const [done, rejected] = statusesOf(answers)
      expect([done, rejected]).toEqual([204, expect.toBeOneOf([401, 403, 409])])
      const owners = await test.db.select().from(memberships).where(eq(memberships.accountId, one.accountId))
      expect(owners.filter(({ role }) => role === 'OWNER')).toHaveLength(1)
    }
  })

  it.each([
    ['removed', (owner: TestUser, member: TestUser) => removeFrom(owner, member), 409],
    ['made a viewer', (owner: TestUser, member: TestUser) => setRole(owner, member, 'VIEWER'), 403],
    [
      'in another account',
      (_: TestUser, member: TestUser) => post(member, `/accounts/${member.accountId}/select`),
      409,
    ],
  ])('who are %s while the body of their call comes change nothing', async (what, act, status) => {
    const [owner, member] = [await test.signUp(`Owner${what.length}`), await test.signUp(`Member${what.length}`)]
    await joinAs(test, owner, member, 'EDITOR')
    const task = await makeTask(owner, { name: 'Before' })
    const payload = Readable.from(
      (async function* () {
        yield '{"name":"After",'
        await act(owner, member)
        yield JSON.stringify(taskInput({ name: 'After' })).slice('{"name":"After",'.length)
      })(),
      { objectMode: false },
    )
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const answer = await member.inject({ method: 'POST', url: `/api/v1/tasks/${task.id}`, headers, payload })
    expect(answer.statusCode).toBe(status)
    expect((await get(owner, `/tasks/${task.id}`)).json()).toMatchObject({ name: 'Before' })
  })

  it('see the name that an owner gave the account', async () => {
    const [ada, bob] = [await test.signUp('Namer'), await test.signUp('Reader')]
    await joinAs(test, ada, bob, 'EDITOR')
    expect((await post(ada, '/accounts/me/name', { name: ' Acme ' })).json()).toMatchObject({ name: 'Acme' })
    expect((await get(bob, '/accounts/me')).json()).toMatchObject({ name: 'Acme', role: 'EDITOR' })
    expect((await post(bob, '/accounts/me/name', { name: 'Mine' })).statusCode).toBe(403)
    expect((await post(ada, '/accounts/me/name', { name: ' ' })).json()).toMatchObject({
      errors: { name: 'Enter a name.' },
    })
  })
})
