import { uuidv7 } from '@knockwire/db/uuidv7'
import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { TestApp, TestUser } from '../test-app.ts'

/** A call on one object, such as `GET /tasks/:taskId`, with what its owner is answered. */
export type OwnedCall<Ids> = [call: string, status: number, payload?: (ids: Ids) => object]

export const requestOf = <Ids extends Readonly<Record<keyof Ids, string>>>(
  call: string,
  ids: Ids,
  payload?: (ids: Ids) => object,
): InjectOptions => {
  const [method = 'GET', path = ''] = call.split(' ')
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => ids[name as keyof Ids])
  return { method, url: `/api/v1${filled}`, ...(payload && { payload: payload(ids) }) }
}

interface OwnedCalls<Ids> {
  calls: readonly OwnedCall<Ids>[]
  /** Whether the calls of an address, without `/api/v1`, are among them. */
  isListed: (path: string) => boolean
  /** Once they are there. */
  people: () => { test: TestApp; owner: TestUser; another: TestUser }
  /** Makes what its owner has; called for each test. */
  makeIds: () => Promise<Ids>
  /** In which a call that is rejected changes nothing. */
  tables: readonly string[]
}

const withoutNames = (call: string | undefined) => call?.replaceAll(/:\w+/g, ':id')

/** Every call on an object answers its owner. To another account there is none, a visitor is signed out, and neither changes anything. */
export function testOwnedCalls<Ids extends Readonly<Record<keyof Ids, string>>>({
  calls,
  isListed,
  people,
  makeIds,
  tables,
}: OwnedCalls<Ids>): void {
  const dump = () =>
    Promise.all(
      tables.map(async (table) => {
        const { rows } = await people().test.pool.query(`select t::text as row from ${table} t order by 1`)
        return rows
      }),
    )

  it('the list of calls is whole', () => {
    const listed = calls.map(([call]) => withoutNames(call.split('?')[0]))
    const routes = people()
      .test.routes.map(({ method, url }) => ({ method, path: url.replace('/api/v1', '') }))
      .filter(({ path }) => isListed(path))
    expect(new Set(listed)).toEqual(new Set(routes.map(({ method, path }) => withoutNames(`${method} ${path}`))))
  })

  describe.each(calls)('%s', (call, status, payload) => {
    it('answers its owner', async () => {
      const answer = await people().owner.inject(requestOf(call, await makeIds(), payload))
      expect([answer.statusCode, answer.statusCode === status ? '' : answer.body]).toEqual([status, ''])
    })

    it('is 404 to another account, and nothing changes', async () => {
      const ids = await makeIds()
      const before = await dump()
      const answer = await people().another.inject(requestOf(call, ids, payload))
      expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'NOT_FOUND' }])
      expect(await dump()).toEqual(before)
    })

    it('is 401 to a visitor, and nothing changes', async () => {
      const ids = await makeIds()
      const before = await dump()
      const answer = await people().test.inject(requestOf(call, ids, payload))
      expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: 'SIGNED_OUT' }])
      expect(await dump()).toEqual(before)
    })

    it('is 404 for an id that nobody has', async () => {
      const names = Object.keys(await makeIds())
      const nobodys = Object.fromEntries(names.map((name) => [name, uuidv7()])) as unknown as Ids
      expect((await people().owner.inject(requestOf(call, nobodys, payload))).statusCode).toBe(404)
    })
  })
}
