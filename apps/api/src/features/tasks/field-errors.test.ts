import type { RequestTargetInput } from '@knockwire/domain/requests/request-target'
import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { get, makeDraft, makeTask, post, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let taskId: string
beforeAll(async () => {
  test = await createTestApp({ settings: { outboundAllowCidrs: [] } })
  ada = await test.signUp('Ada')
  taskId = (await makeTask(ada)).id
})
afterAll(() => test.close())

/** Saving the task is refused for this one field, and nothing of it is kept. */
const rejectionOf = async (changes: Parameters<typeof taskInput>[0]): Promise<[key: string, message: string]> => {
  const before = (await get(ada, `/tasks/${taskId}`)).json()
  const answer = await post(ada, `/tasks/${taskId}`, taskInput(changes))
  expect(answer.statusCode).toBe(422)
  const { code, message, errors } = answer.json<{ code: string; message: string; errors: Record<string, string> }>()
  expect(code).toBe('INVALID_FIELDS')
  expect(message).not.toBe('')
  expect((await get(ada, `/tasks/${taskId}`)).json()).toEqual(before)
  const entries = Object.entries(errors)
  expect(entries).toHaveLength(1)
  return entries[0] ?? ['', '']
}

it.each([
  ['nothing', ''],
  ['the default only', 'http://'],
  ['no URL', 'not a url'],
  ['another scheme', 'ftp://example.com/'],
  ['user info', 'https://ada:secret@example.com/'],
  ['a private address', 'http://10.0.0.1/'],
  ['a spelling of loopback', 'http://0x7f.1/'],
  ['a local name', 'http://localhost:3000/'],
  ['a port of a mail server', 'http://example.com:25/'],
  ['more characters than a URL has', `https://example.com/${'a'.repeat(2048)}`],
])('[ER-11, AP-22] requestUrl: %s is rejected', async (_case, uri) => {
  expect((await rejectionOf({ target: { uri } }))[0]).toBe('requestUrl')
})

it.each([
  ['a name that is no token', { 'X Y': '1' }],
  ['a line break in a value', { 'X-A': '1\r\nX-B: 2' }],
  ['a control character in a value', { 'X-A': 'a\u0007b' }],
  ['a header of the connection', { 'Transfer-Encoding': 'chunked' }],
  ['Host', { HOST: 'other.example' }],
  ['Content-Length', { 'content-length': '5' }],
  ['more headers than 50', Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`X-${index}`, '1']))],
  ['a value that is too long', { 'X-A': 'a'.repeat(8193) }],
])('[ER-12, AP-22] requestHeaders: %s is rejected', async (_case, headers) => {
  expect((await rejectionOf({ target: { headers } }))[0]).toBe('requestHeaders')
})

const auth = (username: string, password?: string): Partial<RequestTargetInput> => ({
  basicAuth: { status: 'ENABLED', username, ...(password !== undefined && { password }) },
})

it.each([
  ['none', auth('', 'x')],
  ['a colon', auth('a:b', 'x')],
  ['a line break', auth('a\nb', 'x')],
  ['too many characters', auth('a'.repeat(257), 'x')],
])('[ER-13, AP-22] requestBasicAuthUsername: %s is rejected', async (_case, target) => {
  expect((await rejectionOf({ target }))[0]).toBe('requestBasicAuthUsername')
})

it.each([
  ['none, where none is kept', auth('ada')],
  ['an empty one', auth('ada', '')],
  ['a control character', auth('ada', 'a\u0007')],
  ['too many characters', auth('ada', 'a'.repeat(1025))],
])('[ER-14, AP-22] requestBasicAuthPassword: %s is rejected', async (_case, target) => {
  expect((await rejectionOf({ target }))[0]).toBe('requestBasicAuthPassword')
})

it('basic authentication is looked at only where it is enabled', async () => {
  const input = taskInput({ target: { basicAuth: { status: 'DISABLED', username: 'a:b' } } })
  expect((await post(ada, `/tasks/${taskId}`, input)).statusCode).toBe(200)
})

const custom = (expression: string | null): Partial<SchedulerInput> => ({ mode: 'CUSTOM', expression })

it.each([
  ['none', custom(null)],
  ['an unreadable one', custom('every day')],
  ['six fields', custom('0 0 * * * *')],
  ['one that no date matches', custom('0 0 31 2 *')],
  ['one that is too long', custom(`0 0 * * ${'1,'.repeat(200)}1`)],
])('[ER-19, AP-22] cronExpression: %s is rejected', async (_case, scheduler) => {
  expect((await rejectionOf({ scheduler }))[0]).toBe('cronExpression')
})

const once = (oneTimeModeEpochSecond: number | null): Partial<SchedulerInput> => ({
  mode: 'ONE_TIME',
  oneTimeModeEpochSecond,
})
const nowSecond = () => Math.floor(Date.now() / 1000)

it.each([
  ['none', () => once(null)],
  ['a time in the past', () => once(nowSecond() - 1)],
  ['a time beyond 20 years', () => once(nowSecond() + 21 * 366 * 86_400)],
  ['more seconds than there are', () => once(Number.MAX_SAFE_INTEGER)],
])('[ER-20, AP-22] oneTimeModeEpochSecond: %s is rejected', async (_case, scheduler) => {
  expect((await rejectionOf({ scheduler: scheduler() }))[0]).toBe('oneTimeModeEpochSecond')
})

it.each([
  ['intervalSecond', { intervalSecond: 61 }],
  ['intervalSecond', { intervalSecond: null }],
  ['intervalSecond', { intervalSecond: Number.MAX_SAFE_INTEGER }],
  ['timezone', { mode: 'CUSTOM', expression: '0 0 * * *', timezone: 'Mars/Olympus' }],
  ['oneTimeModeTimezone', { mode: 'ONE_TIME', oneTimeModeEpochSecond: 4_000_000_000, oneTimeModeTimezone: 'Nowhere' }],
] satisfies [string, Partial<SchedulerInput>][])('%s: %o is refused', async (key, scheduler) => {
  expect((await rejectionOf({ scheduler }))[0]).toBe(key)
})

it('[AP-22] all invalid fields are named at once', async () => {
  const faulty = taskInput({ target: { uri: '', headers: { Host: 'x' }, ...auth('') }, scheduler: custom('') })
  const answer = await post(ada, `/tasks/${taskId}`, faulty)
  expect(Object.keys(answer.json().errors).toSorted()).toEqual([
    'cronExpression',
    'requestBasicAuthPassword',
    'requestBasicAuthUsername',
    'requestHeaders',
    'requestUrl',
  ])
})

it('an interval larger than the database keeps is rejected for a draft as well', async () => {
  const id = await makeDraft(ada)
  const answer = await post(ada, `/tasks/${id}`, taskInput({ scheduler: { intervalSecond: 2 ** 31 } }))
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['intervalSecond']])
})

it('[DR-06, ER-12] a draft takes no more headers than a task either, since each costs time', async () => {
  const draftId = await makeDraft(ada)
  const before = (await get(ada, `/tasks/${draftId}`)).json()
  const headers = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`X-${index}`, '1']))
  const answer = await post(ada, `/tasks/${draftId}`, taskInput({ target: { headers } }))
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ errors: { requestHeaders: 'A request has at most 50 headers.' } })
  expect((await get(ada, `/tasks/${draftId}`)).json()).toEqual(before)
})

it.each([-1, Number.MAX_SAFE_INTEGER])('a draft rejects a time that is no date: second %d', async (epochSecond) => {
  const answer = await post(ada, `/tasks/${await makeDraft(ada)}`, taskInput({ scheduler: once(epochSecond) }))
  expect(answer.json()).toMatchObject({ errors: { oneTimeModeEpochSecond: 'Choose a date and time.' } })
})
