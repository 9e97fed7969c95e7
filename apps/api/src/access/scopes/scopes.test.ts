import { hasScope, type TokenScope, tokenScopes } from '@knockwire/domain/accounts/token-scopes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeToken, withToken } from '../../testing/calls/token-calls.ts'
import { makeOwnedObjects, type OwnedObjects } from '../../testing/owned-objects.ts'
import { type Asker, get, makeTask, post, taskInput } from '../../testing/calls/task-calls.ts'
import { joinAs } from '../../testing/calls/member-calls.ts'
import type { RegisteredRoute } from '../../testing/routes/registered-routes.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { scopeOfRoute } from './route-scopes.ts'

describe('a token that is narrowed down to scopes', () => {
  let test: TestApp
  let owner: TestUser
  let owned: OwnedObjects
  beforeAll(async () => {
    const oidc = { issuer: 'http://127.0.0.1:9', clientId: 'id', clientSecret: 'secret' }
    test = await createTestApp({ settings: { oidc } })
    owner = await test.signUp('Owner')
    owned = await makeOwnedObjects(test, owner)
  })
  afterAll(() => test.close())

  const tokenWith = async (scopes: readonly TokenScope[], changes: object = {}, of = owner) =>
    withToken(test, (await makeToken(of, 'WRITE', { scopes, ...changes })).token)
  const closedRoutes = () => test.routes.filter(({ url, isPublic }) => url.startsWith('/api/v1/') && !isPublic)

  const isRejected = async (asker: Asker, route: RegisteredRoute) => {
    const payload = owned.bodyOf(route)
    const url = owned.urlOf(route)
    const answer = await asker.inject({ method: route.method, url, ...(payload && { payload }) })
    return answer.statusCode === 403 && /API token/.test(answer.body)
  }

  it.each(tokenScopes)('%s alone makes its own calls, and no other of all there are', async (scope) => {
    const asker = await tokenWith([scope])
    const found: [string, boolean][] = []
    const expected: [string, boolean][] = []
    for (const route of closedRoutes()) {
      const name = `${route.method} ${route.url}`
      const needed = scopeOfRoute(route.method, route.url)
      const isIncluded = needed === 'none' || (needed !== null && hasScope([scope], needed))
      expected.push([name, isIncluded && route.needs === undefined])
      found.push([name, !(await isRejected(asker, route))])
    }
    expect(found.length).toBeGreaterThan(90)
    expect(found).toEqual(expected)
  })

  it('has scopes that say by their names what a call is about, and whether it changes it', () => {
    const misplaced = closedRoutes().flatMap(({ method, url }) => {
      const needed = scopeOfRoute(method, url)
      if (needed === null || needed === 'none') return []
      const [, first = ''] = url.replace('/api/v1', '').split('/')
      const thing = first.startsWith('receiver') ? 'receivers' : 'tasks'
      const verb = method === 'GET' ? 'read' : 'write'
      const byName = url.endsWith('/reveal-headers')
        ? 'requests:reveal'
        : first === 'secrets'
          ? 'secrets:write'
          : first === 'apply' || first === 'projects'
            ? 'apply'
            : `${thing}:${verb}`
      return needed === byName ? [] : [`${method} ${url}: ${needed}`]
    })
    expect(misplaced).toEqual([])
  })

  it('reads what is of tasks and receivers alike where it may read both', async () => {
    const reader = await test.signUp('Reader')
    const overviewOf = async (scopes: TokenScope[]) => get(await tokenWith(scopes, {}, reader), '/overview')
    expect((await overviewOf(['tasks:read', 'receivers:write'])).json()).toMatchObject({ tasks: { counts: {} } })
    for (const scopes of [['tasks:read'], ['receivers:write'], ['apply']] as TokenScope[][])
      expect([(await overviewOf(scopes)).statusCode, (await overviewOf(scopes)).json().message]).toEqual([
        403,
        'This API token lacks the scope tasks:read or receivers:read, and this call needs both.',
      ])
  })

  it('shows the secrets of a thing to those who may write it alone, so that what is read can be sent back', async () => {
    const { id } = await makeTask(owner, {
      target: { headers: [['Authorization', 'Bearer planted']] },
    })
    const read = async (scopes: TokenScope[]) => (await get(await tokenWith(scopes), `/tasks/${id}`)).body
    expect(await read(['tasks:read', 'receivers:write'])).not.toContain('planted')
    expect(await read(['tasks:write'])).toContain('planted')
  })

  it('is never stronger than the role of its maker', async () => {
    const viewer = await test.signUp('Viewer')
    await joinAs(test, owner, viewer, 'VIEWER')
    const made = await post(viewer, '/accounts/me/tokens', { name: 'x', scopes: ['tasks:write'] })
    expect(made.statusCode).toBe(403)
    const reader = await tokenWith(['tasks:read'], {}, viewer)
    expect((await get(reader, '/tasks')).statusCode).toBe(200)
  })

  it('is listed with its scopes, each once and in one order, and as one that writes where one of them does', async () => {
    const { scopes, scope, project } = await makeToken(owner, 'READ', { scopes: ['apply', 'tasks:read', 'apply'] })
    expect({ scopes, scope, project }).toEqual({ scopes: ['tasks:read', 'apply'], scope: 'WRITE', project: null })
    expect((await makeToken(owner, 'WRITE', { scopes: ['tasks:read'] })).scope).toBe('READ')
    expect((await makeToken(owner, 'WRITE')).scopes).toBeNull()
  })

  it.each([
    ['no scope', { scopes: [] }, 422, 'scopes'],
    ['a project beside other scopes', { scopes: ['apply', 'tasks:write'], project: 'shop' }, 422, 'project'],
    ['a project without scopes', { project: 'shop' }, 422, 'project'],
    ['a project that is no name of one', { scopes: ['apply'], project: 'My shop' }, 400, null],
    ['an unknown scope', { scopes: ['tasks:delete'] }, 422, 'scopes'],
  ])('is not made with %s', async (_, input, status, field) => {
    const answer = await post(owner, '/accounts/me/tokens', { name: 'x', ...input })
    expect(answer.statusCode).toBeOneOf([status, 400, 422])
    if (field !== null && answer.statusCode === 422) {
      expect(answer.json()).toMatchObject({ errors: { [field]: expect.any(String) } })
    }
  })

  it('cannot be used for a task by another account, whatever its scopes', async () => {
    const stranger = await tokenWith(tokenScopes, {}, await test.signUp('Stranger'))
    const answer = await stranger.inject({
      method: 'POST',
      url: owned.urlOf({ url: '/api/v1/tasks/:taskId' }),
      payload: taskInput(),
    })
    expect(answer.statusCode).toBe(404)
  })
})
