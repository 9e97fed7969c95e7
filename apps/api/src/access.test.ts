import type { Role } from '@knockwire/domain/accounts/role'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOwnedObjects, type OwnedObjects } from './testing/owned-objects.ts'
import { routesLeftTo } from './testing/routes/personal-routes.ts'
import type { RegisteredRoute } from './testing/routes/registered-routes.ts'
import { joinAs } from './testing/calls/member-calls.ts'
import { type Asker, get, post, remove } from './testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from './testing/test-app.ts'
import { makeToken, withToken } from './testing/calls/token-calls.ts'

/** Every other route below /api/v1 answers 401 to a visitor. A route that is added here answers anyone: think twice. */
const publicRoutes = [
  'GET /api/v1/auth/oidc/callback',
  'GET /api/v1/auth/oidc/start',
  'GET /api/v1/auth/options',
  'GET /api/v1/badges/:badgeToken',
  'GET /api/v1/badges/:badgeToken/svg',
  'GET /api/v1/file.schema.json',
  'GET /api/v1/instance',
  'GET /api/v1/mortgage-rates/history',
  'GET /api/v1/mortgage-rates/sources',
  'GET /api/v1/openapi.json',
  'POST /api/v1/auth/forgot',
  'POST /api/v1/auth/passkey',
  'POST /api/v1/auth/passkey/options',
  'POST /api/v1/auth/reset',
  'POST /api/v1/auth/sign-in',
  'POST /api/v1/auth/sign-out',
  'POST /api/v1/auth/sign-up',
  'POST /api/v1/client-errors',
  'POST /api/v1/invitations/preview',
  'POST /api/v1/mortgage-rates',
  'POST /api/v1/stripe/webhook',
  'POST /api/v1/twilio/status',
]

/** A personal token, however it got into other hands, opens none of these. */
const sessionOnlyRoutes = [
  'DELETE /api/v1/accounts/me',
  'DELETE /api/v1/accounts/me/invitations/:invitationId',
  'DELETE /api/v1/accounts/me/members/:userId',
  'DELETE /api/v1/accounts/me/passkeys/:passkeyId',
  'DELETE /api/v1/accounts/me/sessions',
  'DELETE /api/v1/accounts/me/sessions/:sessionId',
  'DELETE /api/v1/accounts/me/tokens/:tokenId',
  'GET /api/v1/accounts/me/confirm',
  'GET /api/v1/accounts/me/export',
  'GET /api/v1/accounts/me/passkeys',
  'GET /api/v1/accounts/me/sessions',
  'GET /api/v1/accounts/me/sign-in-methods',
  'GET /api/v1/accounts/me/tokens',
  'GET /api/v1/auth/oidc/confirm',
  'GET /api/v1/integrations/slack/authorize',
  'GET /api/v1/notifications/signing-secret',
  'GET /api/v1/slack-callback',
  'GET /api/v1/slack-callback/receiver',
  'POST /api/v1/accounts/:accountId/select',
  'POST /api/v1/accounts/me/confirm',
  'POST /api/v1/accounts/me/email',
  'POST /api/v1/accounts/me/invitations',
  'POST /api/v1/accounts/me/lifecycle/add-card',
  'POST /api/v1/accounts/me/lifecycle/remove-card',
  'POST /api/v1/accounts/me/lifecycle/update-plan',
  'POST /api/v1/accounts/me/members/:userId',
  'POST /api/v1/accounts/me/passkeys',
  'POST /api/v1/accounts/me/passkeys/options',
  'POST /api/v1/accounts/me/password',
  'POST /api/v1/accounts/me/tokens',
  'POST /api/v1/accounts/me/tokens/:tokenId/rotate',
  'POST /api/v1/invitations/accept',
]

/** What the account's owners alone do. */
const ownerRoutes = [
  'DELETE /api/v1/accounts/me',
  'DELETE /api/v1/accounts/me/invitations/:invitationId',
  'GET /api/v1/accounts/me/audit-events',
  'GET /api/v1/accounts/me/audit-events/export',
  'GET /api/v1/accounts/me/export',
  'POST /api/v1/accounts/me/invitations',
  'POST /api/v1/accounts/me/lifecycle/add-card',
  'POST /api/v1/accounts/me/lifecycle/remove-card',
  'POST /api/v1/accounts/me/lifecycle/update-plan',
  'POST /api/v1/accounts/me/members/:userId',
  'POST /api/v1/accounts/me/name',
]

const viewerRoutes = routesLeftTo('viewer')

/** What only an editor reads: it shows a secret, or begins a change. */
const editorReads = [
  'GET /api/v1/integrations/slack/authorize',
  'GET /api/v1/notifications/signing-secret',
  'GET /api/v1/slack-callback',
  'GET /api/v1/slack-callback/receiver',
]

/** What opens an account, takes all of its data or spends its owner's money: a browser that was left open does none of it. */
const confirmedRoutes = [
  'DELETE /api/v1/accounts/me',
  'DELETE /api/v1/accounts/me/passkeys/:passkeyId',
  'GET /api/v1/accounts/me/confirm',
  'GET /api/v1/accounts/me/export',
  'GET /api/v1/notifications/signing-secret',
  'POST /api/v1/accounts/me/email',
  'POST /api/v1/accounts/me/invitations',
  'POST /api/v1/accounts/me/lifecycle/add-card',
  'POST /api/v1/accounts/me/lifecycle/remove-card',
  'POST /api/v1/accounts/me/lifecycle/update-plan',
  'POST /api/v1/accounts/me/members/:userId',
  'POST /api/v1/accounts/me/passkeys',
  'POST /api/v1/accounts/me/passkeys/options',
  'POST /api/v1/accounts/me/tokens',
  'POST /api/v1/accounts/me/tokens/:tokenId/rotate',
]

describe('who may call what, on every route', () => {
  let test: TestApp
  let owner: TestUser
  let stranger: TestUser
  let owned: OwnedObjects
  beforeAll(async () => {
    // Configured, so that its routes are there.
    const oidc = { issuer: 'http://127.0.0.1:9', clientId: 'id', clientSecret: 'secret' }
    test = await createTestApp({ settings: { oidc } })
    owner = await test.signUp('Owner')
    stranger = await test.signUp('Stranger')
    owned = await makeOwnedObjects(test, owner)
  })
  afterAll(() => test.close())

  const unknownId = '01890000-0000-7000-8000-000000000000'
  /** Those of the operator are tested by themselves (features/operator). */
  const apiRoutes = () => test.routes.filter(({ url }) => url.startsWith('/api/') && !url.includes('/operator/'))
  const closedRoutes = () => apiRoutes().filter(({ isPublic }) => !isPublic)
  /** Those that create by the name in their address, which each account has for itself. */
  const namesOwn = ({ method, url }: RegisteredRoute) => method === 'PUT' && /:(?:key|name)$/.test(url)
  const routesWithIds = () => closedRoutes().filter((route) => route.url.includes(':') && !namesOwn(route))
  const nameOf = ({ method, url }: RegisteredRoute) => `${method} ${url}`
  const call = async (asker: Asker, route: RegisteredRoute, url = owned.urlOf(route)) => {
    const payload = owned.bodyOf(route)
    return asker.inject({ method: route.method, url, ...(payload && { payload }) })
  }
  /** Each route with its status, so that one that differs is named. */
  const statuses = async (asker: Asker, routes: RegisteredRoute[]) => {
    const found: [string, number][] = []
    for (const route of routes) found.push([nameOf(route), (await call(asker, route)).statusCode])
    return found
  }
  const all = (routes: RegisteredRoute[], status: number) => routes.map((route) => [nameOf(route), status])
  /** Everything that is kept of the owner. */
  const dump = async () => {
    const tables = [
      'accounts',
      'memberships',
      'invitations',
      'tasks',
      'charts',
      'notifications',
      'receivers',
      'sessions',
      'api_tokens',
      'executions',
    ]
    const found = await Promise.all(
      tables.map((table) => test.pool.query(`select t::text as row from ${table} t order by 1`)),
    )
    return found.map(({ rows }) => rows)
  }

  it('knows every public route', () => {
    const open = apiRoutes().filter(({ isPublic }) => isPublic)
    expect(open.map(nameOf).toSorted()).toEqual(publicRoutes)
  })

  it('answers 401 to a visitor on every other route', async () => {
    expect(closedRoutes().length).toBeGreaterThan(40)
    expect(await statuses(test, closedRoutes())).toEqual(all(closedRoutes(), 401))
  })

  it('[ER-43] says in the answer that the visitor is signed out', async () => {
    const answer = await test.inject({ url: '/api/v1/accounts/me' })
    expect(answer.json()).toEqual({
      code: 'SIGNED_OUT',
      message: 'You are signed out. Sign in.',
      requestId: expect.any(String),
    })
  })

  it('answers 404 to another account on every route that names an object, whatever the method, and changes nothing', async () => {
    const before = await dump()
    expect(routesWithIds().length).toBeGreaterThan(20)
    expect(await statuses(stranger, routesWithIds())).toEqual(all(routesWithIds(), 404))
    expect(await dump()).toEqual(before)
  })

  it('keeps what another account stores by the same key or name apart, and changes nothing of the owner’s', async () => {
    const other = await test.signUp('Namesake')
    const own = closedRoutes().filter(namesOwn)
    expect(own.map(nameOf).toSorted()).toEqual([
      'PUT /api/v1/receivers/by-key/:key',
      'PUT /api/v1/secrets/:name',
      'PUT /api/v1/tasks/by-key/:key',
    ])
    const ofOwner = async () =>
      (await test.pool.query('select t::text as row from tasks t where account_id = $1 order by 1', [owner.accountId]))
        .rows
    const before = await ofOwner()
    expect(await statuses(other, own)).toEqual(all(own, 201))
    expect(await ofOwner()).toEqual(before)
    expect((await get(owner, '/tasks/by-key/front')).json().id).not.toBe(
      (await get(other, '/tasks/by-key/front')).json().id,
    )
  })

  it('answers 404 to another account’s token likewise', async () => {
    const program = withToken(test, (await makeToken(stranger, 'WRITE')).token)
    const before = await dump()
    const routes = routesWithIds().filter(({ needs }) => needs === undefined)
    expect(await statuses(program, routes)).toEqual(all(routes, 404))
    const [wrote] = [await dump()]
    // The token's own last use is the one thing that is noted.
    expect(wrote.map((rows) => rows.length)).toEqual(before.map((rows) => rows.length))
  })

  it('answers 403 to a read-only token on every route that changes something, and changes nothing', async () => {
    const program = withToken(test, (await makeToken(owner, 'READ')).token)
    await program.inject({ url: '/api/v1/accounts/me' })
    const before = await dump()
    const writes = closedRoutes().filter(({ method }) => method !== 'GET')
    expect(await statuses(program, writes)).toEqual(all(writes, 403))
    expect(await dump()).toEqual(before)
  })

  it('answers 403 to any token on every route that manages credentials or payment, or exports everything', async () => {
    const program = withToken(test, (await makeToken(owner, 'WRITE')).token)
    const routes = closedRoutes().filter(({ needs }) => needs !== undefined)
    expect(routes.map(nameOf).toSorted()).toEqual(sessionOnlyRoutes)
    expect(await statuses(program, routes)).toEqual(all(routes, 403))
  })

  it('lets a read-only token of the owner read what the owner reads', async () => {
    const program = withToken(test, (await makeToken(owner, 'READ')).token)
    const reads = routesWithIds().filter(({ method, needs }) => method === 'GET' && needs === undefined)
    expect(reads.length).toBeGreaterThan(4)
    expect(await statuses(program, reads)).toEqual(all(reads, 200))
    expect(await statuses(owner, reads)).toEqual(all(reads, 200))
  })

  /** A user who works in the owner's account as that. */
  let members = 0
  const memberAs = async (role: Role): Promise<TestUser> => {
    members += 1
    const member = await test.signUp(`${role}${members}`)
    await joinAs(test, owner, member, role)
    return member
  }
  const named = (names: string[]) => closedRoutes().filter((route) => names.includes(nameOf(route)))
  const isRead = ({ method }: RegisteredRoute) => method === 'GET'

  it('answers 403 to a viewer on every route that changes the account or shows a secret, and changes nothing', async () => {
    const viewer = await memberAs('VIEWER')
    const denied = closedRoutes().filter((route) => !isRead(route) && !viewerRoutes.includes(nameOf(route)))
    expect(denied.length).toBeGreaterThan(30)
    const before = await dump()
    expect(await statuses(viewer, denied)).toEqual(all(denied, 403))
    const reads = named([...editorReads, ...ownerRoutes.filter((name) => name.startsWith('GET '))])
    expect(await statuses(viewer, reads)).toEqual(all(reads, 403))
    expect(await dump()).toEqual(before)
  })

  it('lets a viewer read what the owner reads, and change what is their own', async () => {
    const viewer = await memberAs('VIEWER')
    const reads = routesWithIds().filter((route) => isRead(route) && route.needs === undefined)
    expect(await statuses(viewer, reads)).toEqual(all(reads, 200))
    const own = named(viewerRoutes)
    expect(own.map(nameOf).toSorted()).toEqual(viewerRoutes)
    for (const route of own.filter(({ url }) => !url.includes('/members/') && !url.endsWith('/sessions')))
      expect([nameOf(route), (await call(viewer, route)).statusCode]).not.toEqual([nameOf(route), 403])
    const token = { name: 'writes', scope: 'WRITE' }
    expect((await post(viewer, '/accounts/me/tokens', token)).statusCode).toBe(403)
    const advanced = { isAdvancedConditionEnabled: false }
    expect((await post(viewer, '/accounts/me/settings', advanced)).statusCode).toBe(403)
    const address = { email: 'somebody@example.com' }
    expect((await post(viewer, '/accounts/me/send_email_validation_code', address)).statusCode).toBe(403)
  })

  it('answers 403 to an editor on the routes of owners alone, and on no other one', async () => {
    const editor = await memberAs('EDITOR')
    const before = await dump()
    expect(named(ownerRoutes).map(nameOf).toSorted()).toEqual(ownerRoutes)
    expect(await statuses(editor, named(ownerRoutes))).toEqual(all(named(ownerRoutes), 403))
    expect(await dump()).toEqual(before)
    const reads = routesWithIds().filter((route) => isRead(route) && route.needs === undefined)
    expect(await statuses(editor, reads)).toEqual(all(reads, 200))
    expect((await post(editor, '/tasks/empty')).statusCode).toBe(201)
  })

  it('lets a token do no more than the role of its maker, now', async () => {
    const member = await memberAs('EDITOR')
    const program = withToken(test, (await makeToken(member, 'WRITE')).token)
    expect((await post(program, '/tasks/empty')).statusCode).toBe(201)
    const role = (changed: Role) => post(owner, `/accounts/me/members/${member.userId}`, { role: changed })
    await role('VIEWER')
    expect((await post(program, '/tasks/empty')).statusCode).toBe(403)
    expect((await post(member, '/tasks/empty')).statusCode).toBe(403)
    await remove(owner, `/accounts/me/members/${member.userId}`)
    expect((await get(program, '/accounts/me')).statusCode).toBe(401)
  })

  it('answers a removed member’s open session as any other account', async () => {
    const member = await memberAs('OWNER')
    expect((await remove(owner, `/accounts/me/members/${member.userId}`)).statusCode).toBe(204)
    expect((await get(member, '/accounts/me')).json()).toMatchObject({ id: member.accountId, role: 'OWNER' })
    const before = await dump()
    expect(await statuses(member, routesWithIds())).toEqual(all(routesWithIds(), 404))
    expect(await dump()).toEqual(before)
  })

  it('answers 404 to an id that is nobody’s or is none', async () => {
    for (const route of routesWithIds()) {
      for (const id of [unknownId, 'no-id']) {
        const answer = await call(owner, route, route.url.replaceAll(/:\w+/g, id))
        // A body that names its object must name the one in the address.
        const expected = answer.statusCode === 400 && owned.bodyOf(route) !== undefined ? 400 : 404
        expect([nameOf(route), id, answer.statusCode]).toEqual([nameOf(route), id, expected])
      }
    }
  })

  it('lets the owner do everything with them', async () => {
    const isLast = ({ method }: RegisteredRoute) => method === 'DELETE'
    const routes = routesWithIds().filter(({ url }) => !url.includes('/sessions/') && !url.endsWith('/replay'))
    const ordered = [...routes.filter((route) => !isLast(route)), ...routes.filter(isLast).toReversed()]
    for (const [name, status] of await statuses(owner, ordered)) {
      expect([name, status]).toEqual([name, expect.toBeOneOf([200, 201, 202, 204])])
    }
  })

  it('asks for a recent proof of who it is, ten minutes after the last one, on every route that could harm its owner most', async () => {
    const stale = await test.signUp('Stale')
    test.clock.advance(10 * 60_000 + 1)
    const routes = closedRoutes().filter(
      ({ needs }) => needs === 'confirmed-session' || needs === 'reconfirmed-session',
    )
    expect(routes.map(nameOf).toSorted()).toEqual(confirmedRoutes)
    for (const route of routes) {
      const answer = await stale.inject({
        method: route.method,
        url: route.url.replace(':passkeyId', unknownId),
        ...(route.method !== 'GET' && { payload: {} }),
      })
      expect([nameOf(route), answer.json<{ code: string }>().code]).toEqual([nameOf(route), 'CONFIRMATION_NEEDED'])
    }
    const payload = { password: stale.password }
    await stale.inject({ method: 'POST', url: '/api/v1/accounts/me/confirm', payload })
    expect((await stale.inject({ url: '/api/v1/accounts/me/confirm' })).statusCode).toBe(204)
    expect((await stale.inject({ url: '/api/v1/notifications/signing-secret' })).statusCode).toBe(200)
  })
})
