import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { get, makeTask, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let url: string
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  url = `/api/v1/tasks/${(await makeTask(ada)).id}`
})
afterAll(() => test.close())

const stateOf = async () => (await ada.inject({ method: 'GET', url })).json()

const input = taskInput()
const target = (changes: object) => ({ ...input, request: { target: { ...input.request.target, ...changes } } })
const scheduler = (changes: object) => ({ ...input, scheduler: { ...input.scheduler, ...changes } })
const { scheduler: _scheduler, ...withoutScheduler } = input

describe.each([
  ['nothing', undefined, 400],
  ['a list', [input], 400],
  ['null', 'null', 400],
  ['broken JSON', '{"name": ', 400],
  ['a prototype', '{"__proto__": {"name": "x"}}', 400],
  ['a missing field', withoutScheduler, 400],
  ['an unknown field', { ...input, isAdmin: true }, 400],
  ['an unknown field within', target({ proxy: 'http://evil.example' }), 400],
  ['someone else’s account', { ...input, accountId: 'x' }, 400],
  ['a number for the name', { ...input, name: 5 }, 400],
  ['a name that is too long', { ...input, name: 'a'.repeat(201) }, 422],
  ['an unknown mode', scheduler({ mode: 'SOMETIMES' }), 400],
  ['a text for seconds', scheduler({ intervalSecond: '60' }), 400],
  ['a fraction of a second', scheduler({ intervalSecond: 0.5 }), 400],
  ['a negative interval', scheduler({ intervalSecond: -60 }), 422],
  ['a method that is none of ours', target({ method: 'CONNECT' }), 400],
  ['a header without a value', target({ headers: [['a']] }), 400],
  ['a header of three parts', target({ headers: [['a', 'b', 'c']] }), 400],
  ['a header that is no text', target({ headers: { a: 1 } }), 400],
  ['a body that is too long', target({ body: 'a'.repeat(262_145) }), 422],
  ['a zero character', target({ body: 'a\0b' }), 400],
  ['half of a surrogate pair', target({ uri: 'https://example.com/\ud800' }), 400],
  ['a zero character in a header’s name', target({ headers: { 'a\0': 'b' } }), 400],
  ['nesting without end', `{"name": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 400],
])('%s', (_case, payload, status) => {
  it.each(['', '?activate=true'])('is rejected with a clear error (%s), and nothing changes', async (query) => {
    const before = await stateOf()
    const answer = await ada.inject({
      method: 'POST',
      url: url + query,
      headers: { 'content-type': 'application/json' },
      ...(payload !== undefined && { payload }),
    })
    expect(answer.statusCode).toBe(status)
    const { code, message, errors } = answer.json()
    expect(code).toBe(status === 422 ? 'INVALID_FIELDS' : 'MALFORMED')
    expect(message.length).toBeGreaterThan(10)
    if (status === 422) expect(Object.keys(errors)).toHaveLength(1)
    expect(await stateOf()).toEqual(before)
  })
})

it('a text that merely looks like a zero character is kept', async () => {
  const body = String.raw`{"a": "\u0000"}`
  const answer = await ada.inject({ method: 'POST', url, payload: target({ body }) })
  expect([answer.statusCode, answer.json().request.target.body]).toEqual([200, body])
})

it.each([
  'page=-1',
  'page=x',
  'size=0',
  'size=101',
  'size=1.5',
  'sortKey=password',
  'unknown=1',
  `search=${'a'.repeat(201)}`,
  'search=%00',
])('a list requested with %s is rejected', async (query) => {
  const answer = await get(ada, `/tasks?${query}`)
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'MALFORMED'])
})

it.each(['page=-1', 'size=1000', 'unknown=1', `pageTopObject=${'a'.repeat(101)}`])(
  'a history requested with %s is rejected',
  async (query) => {
    const answer = await ada.inject({ method: 'GET', url: `${url}/executions?${query}` })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'MALFORMED'])
  },
)

it('activate is true or false, nothing else', async () => {
  const answer = await ada.inject({ method: 'POST', url: `${url}?activate=maybe`, payload: input })
  expect(answer.statusCode).toBe(400)
})

it('a body that is larger than any task is 413', async () => {
  const answer = await ada.inject({ method: 'POST', url, payload: { ...input, name: 'a'.repeat(3 * 1024 * 1024) } })
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'TOO_LARGE'])
})

it('a form of a foreign page is not read', async () => {
  const headers = { 'content-type': 'text/plain' }
  const answer = await ada.inject({ method: 'POST', url, headers, payload: JSON.stringify(input) })
  expect(answer.statusCode).toBe(415)
})
