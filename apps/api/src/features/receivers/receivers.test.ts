import { accounts } from '@knockwire/db/schema/accounts'
import { deliveries } from '@knockwire/db/schema/notifications'
import { receivedRequests, receiverCounters, receivers } from '@knockwire/db/schema/receivers'
import { plans } from '@knockwire/domain/plans/plans'
import type { ReceiverPage, ReceiverView, SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { get, post, remove, statusesOf } from '../../testing/calls/task-calls.ts'
import { insertReceived } from '../../testing/rows/insert-received.ts'
import { makeReceiver } from '../../testing/calls/receiver-calls.ts'
import { signInOn } from '../../testing/calls/sign-in-on.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const view = async (id: string) => (await get(ada, `/receivers/${id}`)).json<ReceiverView>()

const input = (changes: Partial<SaveReceiverInput> = {}): SaveReceiverInput => ({
  name: 'Deployments',
  responseCode: 202,
  responseBody: '{"got":{{ request.body | json }}}',
  responseHeaders: { 'content-type': 'application/json' },
  ...changes,
})

it('[AP-40, AP-42, RD-33, RD-34, RD-35] the API creates a disabled receiver with its own URL, 200 and text/plain', async () => {
  const user = await test.signUp('Creator')
  const created = await post(user, '/receivers')
  expect(created.statusCode).toBe(201)
  const { id } = created.json<{ id: string }>()
  expect(created.json()).toEqual({ id: expect.any(String) })
  const answer = await get(user, `/receivers/${id}`)
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      id,
      version: 1,
      name: 'Receiver 1',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3001\/r\/[\w-]{22}$/),
      status: 'DISABLED',
      isDraft: false,
      key: null,
      description: null,
      labels: {},
      managedBy: null,
      responseCode: 200,
      responseBody: '',
      responseHeaders: { 'content-type': 'text/plain' },
      expectation: null,
      otherAddresses: [],
      heartbeat: null,
      createdAt: new Date(test.clock.now()).toISOString(),
    },
  ])
  expect(answer.json<ReceiverView>().url).not.toContain(id)
})

it('[AP-40] names are numbered, also after one in between was deleted', async () => {
  const user = await test.signUp('Namer')
  const [first] = [await makeReceiver(user), await makeReceiver(user)]
  await remove(user, `/receivers/${first.id}`)
  await makeReceiver(user)
  const names = (await get(user, '/receivers')).json<ReceiverPage>().results.map(({ name }) => name)
  expect(names).toEqual(['Receiver 3', 'Receiver 2'])
})

it('[AP-40] a plan has room for so many, exactly, also when they are created at once', async () => {
  const user = await test.signUp('Limit')
  const other = await createTestApp({ sharing: test })
  const elsewhere = await signInOn(other, user)
  const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => post(n % 2 ? user : elsewhere, '/receivers')))
  expect(statusesOf(answers)).toEqual([...Array<number>(10).fill(201), ...Array<number>(4).fill(409)])
  expect(await test.db.$count(receivers, eq(receivers.accountId, user.accountId))).toBe(plans.FREE.receivers)
  await other.close()
  const over = await post(user, '/receivers')
  expect([over.statusCode, over.json()]).toMatchObject([
    409,
    { code: 'PLAN_LIMIT', message: 'Your plan includes 10 receivers. Delete one or upgrade your plan.' },
  ])
  await test.db.update(accounts).set({ plan: 'BUSINESS' }).where(eq(accounts.id, user.accountId))
  expect((await post(user, '/receivers')).statusCode).toBe(201)
})

it('a copy of a receiver answers as it does under its own URL, and is not active', async () => {
  const user = await test.signUp('Copier')
  const receiver = await makeReceiver(user)
  const described = { key: 'shop', description: 'Of the shop.', labels: { team: 'web' } }
  await test.db.update(receivers).set(described).where(eq(receivers.id, receiver.id))
  const answer = await post(user, `/receivers/${receiver.id}/duplicate`)
  expect(answer.statusCode).toBe(201)
  const copy = (await get(user, `/receivers/${answer.json().id}`)).json<ReceiverView>()
  expect(copy).toMatchObject({
    name: `${receiver.name} (copy)`,
    status: 'DISABLED',
    responseBody: receiver.responseBody,
    ...described,
    key: null,
  })
  expect(copy.url).not.toBe(receiver.url)
})

it('[AP-41] the list of receivers has pages of ten, newest first, with the total', async () => {
  const user = await test.signUp('Lister')
  await test.db.update(accounts).set({ plan: 'BUSINESS' }).where(eq(accounts.id, user.accountId))
  expect((await get(user, '/receivers')).json()).toMatchObject({ results: [], total: 0, page: 0 })
  const ids: string[] = []
  for (let n = 0; n < 13; n += 1) ids.unshift((await makeReceiver(user)).id)
  const list = async (query: string) => (await get(user, `/receivers${query}`)).json<ReceiverPage>()
  const idsOf = ({ results }: ReceiverPage) => results.map(({ id }) => id)
  const first = await list('?page=0&size=10')
  expect([idsOf(first), first.total, first.page]).toEqual([ids.slice(0, 10), 13, 0])
  expect(first.results[0]).toMatchObject((await get(user, `/receivers/${ids[0]}`)).json())
  expect(first.results[0]).toMatchObject({ lastRequestAt: null, requestCount: 0, rejectedLastHour: 0 })
  expect(idsOf(await list(''))).toEqual(ids.slice(0, 10))
  const last = await list('?page=1&size=10')
  expect([idsOf(last), last.total, last.page]).toEqual([ids.slice(10), 13, 1])
  expect(idsOf(await list('?page=5'))).toEqual([])
  for (const query of ['?page=-1', '?size=101', '?page=x', '?other=1']) {
    expect([query, (await get(user, `/receivers${query}`)).statusCode]).toEqual([query, 400])
  }
})

describe('saving', () => {
  it('[AP-43] keeps name, code, content type and body', async () => {
    const { id } = await makeReceiver(ada)
    const answer = await post(ada, `/receivers/${id}`, input({ name: '  Deployments ' }))
    const { name, responseCode, responseBody, responseHeaders } = input()
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { id, name, responseCode, responseBody, responseHeaders },
    ])
    expect(await view(id)).toEqual(answer.json())
    await remove(ada, `/receivers/${id}`)
  })

  it.each([
    ['name', { name: ' ' }, 'Enter a name.'],
    ['responseCode', { responseCode: 199 }, 'Enter a status code from 200 to 599.'],
    ['responseCode', { responseCode: 600 }, 'Enter a status code from 200 to 599.'],
    ['contentType', { responseHeaders: { 'content-type': '' } }, 'Enter a content type, such as application/json.'],
    ['contentType', { responseHeaders: { 'content-type': 'text' } }, 'Enter a content type, such as application/json.'],
    [
      'contentType',
      { responseHeaders: { 'content-type': 'text/html\r\nSet-Cookie: a=b' } },
      'Enter a content type, such as application/json.',
    ],
    ['responseBody', { responseBody: 'x'.repeat(262_145) }, 'Enter at most 262144 characters.'],
    ['responseBody', { responseBody: '{{ request.nope }}' }, 'There is no variable request.nope.'],
    [
      'responseBody',
      { responseBody: '3 €', responseHeaders: { 'content-type': 'text/plain; charset=iso-8859-1' } },
      'The charset iso-8859-1 has no “€”. Use charset=utf-8, or remove the character.',
    ],
    ['responseBody', { responseBody: '{% if %}' }, expect.stringMatching(/^Line 1: /)],
    [
      'responseBody',
      { responseBody: '{% for i in (1..99999) %}{% for j in (1..99999) %}{% endfor %}{% endfor %}' },
      'The template takes too long to render.',
    ],
  ])('[AP-43, ER-01] rejects a bad %s with its message, and changes nothing', async (key, changes, message) => {
    const { id } = await makeReceiver(ada)
    const before = await view(id)
    const answer = await post(ada, `/receivers/${id}`, input(changes))
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { [key]: message }])
    expect(await view(id)).toEqual(before)
    await remove(ada, `/receivers/${id}`)
  })

  it.each([
    ['{{ request.nope }}', 'There is no variable request.nope.'],
    ['x'.repeat(262_145), 'Enter at most 262144 characters.'],
  ])('[AP-43, ER-01] reports all errors at once', async (responseBody, message) => {
    const { id } = await makeReceiver(ada)
    const before = await view(id)
    const bad = { name: '', responseCode: 99, responseHeaders: { 'content-type': 'text' }, responseBody }
    const answer = await post(ada, `/receivers/${id}`, bad)
    const errors = {
      name: 'Enter a name.',
      responseCode: 'Enter a status code from 200 to 599.',
      contentType: 'Enter a content type, such as application/json.',
      responseBody: message,
    }
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors])
    expect(await view(id)).toEqual(before)
    await remove(ada, `/receivers/${id}`)
  })

  it.each([
    ['a number for a name', { ...input(), name: 1 }],
    ['a text for a code', { ...input(), responseCode: '200' }],
    ['half a code', { ...input(), responseCode: 200.5 }],
    ['another header', { ...input(), responseHeaders: { 'content-type': 'text/plain', 'set-cookie': 'a=b' } }],
    ['a field that nobody knows', { ...input(), status: 'ACTIVE' }],
    ['a body without the name', { responseCode: 204 }],
    ['U+0000', input({ responseBody: 'a\0b' })],
    ['nothing', {}],
  ])('[AP-43] %s cannot be read, and changes nothing', async (_case, payload) => {
    const { id } = await makeReceiver(ada)
    const before = await view(id)
    expect((await post(ada, `/receivers/${id}`, payload)).statusCode).toBe(400)
    expect(await view(id)).toEqual(before)
    await remove(ada, `/receivers/${id}`)
  })
})

it('[AP-45, AP-46] the API activates and deactivates a receiver, each any number of times', async () => {
  const { id } = await makeReceiver(ada)
  for (const [verb, status] of [
    ['activate', 'ACTIVE'],
    ['activate', 'ACTIVE'],
    ['deactivate', 'DISABLED'],
    ['deactivate', 'DISABLED'],
  ] as const) {
    const answer = await post(ada, `/receivers/${id}/lifecycle/${verb}`)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { id, status }])
    expect(await view(id)).toEqual(answer.json())
  }
  await remove(ada, `/receivers/${id}`)
})

it('[AP-44, RD-14] the API deletes a receiver that is not active, with all of it and nothing else', async () => {
  const [receiver, other] = [await makeReceiver(ada), await makeReceiver(ada)]
  await insertReceived(test, receiver.id, 3)
  const [kept] = await insertReceived(test, other.id, 1)
  await post(ada, `/receivers/${receiver.id}/lifecycle/activate`)
  const rejected = await remove(ada, `/receivers/${receiver.id}`)
  expect([rejected.statusCode, rejected.json()]).toMatchObject([
    409,
    { code: 'CONFLICT', message: 'This receiver is active. Deactivate it first.' },
  ])
  expect(await test.db.$count(receivedRequests, eq(receivedRequests.receiverId, receiver.id))).toBe(3)

  await post(ada, `/receivers/${receiver.id}/lifecycle/deactivate`)
  expect((await remove(ada, `/receivers/${receiver.id}`)).statusCode).toBe(204)
  expect((await get(ada, `/receivers/${receiver.id}`)).statusCode).toBe(404)
  expect((await remove(ada, `/receivers/${receiver.id}`)).statusCode).toBe(404)
  expect(await test.db.$count(receivedRequests, eq(receivedRequests.receiverId, receiver.id))).toBe(0)
  expect(await test.db.$count(receiverCounters, eq(receiverCounters.receiverId, receiver.id))).toBe(0)
  expect((await test.db.select().from(deliveries)).map(({ subjectId }) => subjectId)).toEqual([kept])
  expect(await test.db.$count(receivedRequests, eq(receivedRequests.receiverId, other.id))).toBe(1)
})

it('[AP-44] the API deactivates and deletes an active receiver in one call, where it is asked to', async () => {
  const receiver = await makeReceiver(ada)
  await post(ada, `/receivers/${receiver.id}/lifecycle/activate`)
  expect((await remove(ada, `/receivers/${receiver.id}?deactivate=false`)).statusCode).toBe(409)
  expect((await remove(ada, `/receivers/${receiver.id}?deactivate=true`)).statusCode).toBe(204)
  expect((await get(ada, `/receivers/${receiver.id}`)).statusCode).toBe(404)
})

it('[AP-44] one call deletes several receivers, and those that are active only where it is asked to', async () => {
  const [active, disabled] = [await makeReceiver(ada), await makeReceiver(ada)]
  await post(ada, `/receivers/${active.id}/lifecycle/activate`)
  const ids = [active.id, disabled.id]
  const removeBoth = (options: object) => post(ada, '/receivers/delete', { ids, ...options })
  expect((await removeBoth({})).json()).toEqual({
    deleted: 1,
    problems: [{ id: active.id, code: 'CONFLICT', message: 'This receiver is active. Deactivate it first.' }],
  })
  expect((await removeBoth({ deactivate: true })).json()).toMatchObject({
    deleted: 1,
    problems: [{ id: disabled.id, code: 'NOT_FOUND' }],
  })
})

it('a list of receivers leaves out what is about to be deleted, in its rows and counts', async () => {
  const eve = await test.signUp('Eve')
  const [one, two] = [await makeReceiver(eve), await makeReceiver(eve)]
  const page = (await get(eve, `/receivers?without=${two.id}`)).json<ReceiverPage>()
  expect(page.results.map(({ id }) => id)).toEqual([one.id])
  expect(page).toMatchObject({ total: 1, counts: { ACTIVE: 0, DISABLED: 1 }, receiverCount: 2 })
})

it('[AP-44] the API deletes a receiver while its history is being cut', async () => {
  const { id } = await makeReceiver(ada)
  const [oldest] = await insertReceived(test, id, 1)
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const deleted = await test.db.transaction(async (cut) => {
    // The cut's own timeout is long, so that it is the deletion that has to give way.
    await cut.execute(sql`set local deadlock_timeout = '60s'`)
    await cut.delete(receivedRequests).where(eq(receivedRequests.id, oldest ?? ''))
    const deletion = remove(ada, `/receivers/${id}`).then(({ statusCode }) => statusCode)
    await expect.poll(async () => (await test.pool.query(waits)).rowCount, { interval: 5 }).toBeGreaterThan(0)
    await cut.update(receiverCounters).set({ total: 0 }).where(eq(receiverCounters.receiverId, id))
    return { deletion }
  })
  expect(await deleted.deletion).toBe(204)
  expect((await get(ada, `/receivers/${id}`)).statusCode).toBe(404)
})

it('the list of receivers says when the last request came and how many are stored, counts by status, and filters by it', async () => {
  const user = await test.signUp('Counter')
  const [quiet, busy] = [await makeReceiver(user), await makeReceiver(user)]
  await insertReceived(test, busy.id, 3)
  await post(user, `/receivers/${busy.id}/lifecycle/activate`)
  const all = (await get(user, '/receivers')).json<ReceiverPage>()
  expect(all.counts).toEqual({ ACTIVE: 1, DISABLED: 1 })
  expect(all.results).toMatchObject([
    { id: busy.id, requestCount: 3, lastRequestAt: expect.any(String) },
    { id: quiet.id, requestCount: 0, lastRequestAt: null },
  ])
  const active = (await get(user, '/receivers?status=ACTIVE')).json<ReceiverPage>()
  expect([active.results.map(({ id }) => id), active.total]).toEqual([[busy.id], 1])
})

it('the list of receivers is searched by name and URL, whatever the case, and counts what it finds', async () => {
  const [user, other] = [await test.signUp('Searcher'), await test.signUp('Neighbour')]
  const [orders, refunds] = [await makeReceiver(user), await makeReceiver(user)]
  await post(user, `/receivers/${orders.id}`, input({ name: 'Orders 100%' }))
  await post(user, `/receivers/${refunds.id}`, input({ name: 'Refunds' }))
  const { url } = (await get(user, `/receivers/${refunds.id}`)).json<ReceiverView>()
  const found = async (search: string, who = user) => {
    const page = (await get(who, `/receivers?search=${encodeURIComponent(search)}`)).json<ReceiverPage>()
    return { ids: page.results.map(({ id }) => id), counts: page.counts, total: page.total, all: page.receiverCount }
  }
  const one = { counts: { ACTIVE: 0, DISABLED: 1 }, total: 1, all: 2 }
  expect(await found('ORDERS 1')).toEqual({ ids: [orders.id], ...one })
  expect(await found('100%')).toEqual({ ids: [orders.id], ...one })
  expect(await found(url)).toEqual({ ids: [refunds.id], ...one })
  expect(await found('%')).toMatchObject({ ids: [orders.id] })
  expect((await found('')).ids).toEqual([refunds.id, orders.id])
  expect((await found('Refunds', other)).ids).toEqual([])
})
