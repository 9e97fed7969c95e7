import { defaultReceiverTemplates } from '@knockwire/domain/channels/templates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  makeNotification,
  notificationInput,
  verifiedAddress,
  verifyAddress,
} from './testing/calls/notification-calls.ts'
import { makeReceiver } from './testing/calls/receiver-calls.ts'
import { get, makeDraft, makeTask, post, statusesOf, taskInput } from './testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from './testing/test-app.ts'

let test: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  test = await createTestApp({ settings: { requestsPerMinute: 100_000 } })
  ada = await test.signUp('Ada')
  bob = await test.signUp('Bob')
  await verifyAddress(test, ada)
  await test.pool.query(`update accounts set plan = 'SUPER'`)
})
afterAll(() => test.close())

interface Saved {
  id: string
  version: number
}

interface Kind {
  path: string
  /** Makes one, and answers the body of a save that puts the text into one of its fields. */
  make: () => Promise<{ id: string; bodyWith: (text: string) => object }>
  /** The field that the text goes into. */
  field: string
  textOf: (view: never) => string | null
}

const kinds: Record<string, Kind> = {
  'a task': {
    path: '/tasks',
    make: async () => ({ id: (await makeTask(ada)).id, bodyWith: (name) => taskInput({ name }) }),
    field: 'name',
    textOf: ({ name }: { name: string }) => name,
  },
  'a draft': {
    path: '/tasks',
    make: async () => ({
      id: await makeDraft(ada),
      bodyWith: (uri) => taskInput({ name: null, target: { uri } }),
    }),
    field: 'request.target.uri',
    textOf: ({ request }: { request: { target: { uri: string } } }) => request.target.uri,
  },
  'a receiver': {
    path: '/receivers',
    make: async () => ({
      id: (await makeReceiver(ada)).id,
      bodyWith: (responseBody) => ({
        name: 'Hooks',
        responseCode: 200,
        responseBody,
        responseHeaders: { 'content-type': 'text/plain' },
      }),
    }),
    field: 'responseBody',
    textOf: ({ responseBody }: { responseBody: string }) => responseBody,
  },
  'a notification of a task': {
    path: '/notifications',
    make: async () => {
      const input = notificationInput((await makeTask(ada)).id)
      const { id } = await makeNotification(ada, input)
      return { id, bodyWith: (uri) => ({ ...input, request: { target: { uri } } }) }
    },
    field: 'request.target.uri',
    textOf: ({ request }: { request: { target: { uri: string } } }) => request.target.uri,
  },
  'a notification of a receiver': {
    path: '/receiver-notifications',
    make: async () => {
      const { id: receiverId } = await makeReceiver(ada)
      const { emailSubject: subject, emailTemplate } = defaultReceiverTemplates
      const bodyWith = (template: string) => ({
        type: 'EMAIL',
        receiverId,
        emailSetting: { address: verifiedAddress, subject, template },
      })
      const answer = await post(ada, '/receiver-notifications', bodyWith(emailTemplate))
      return { id: answer.json<Saved>().id, bodyWith }
    },
    field: 'emailSetting.template',
    textOf: ({ emailSetting }: { emailSetting: { template: string } }) => emailSetting.template,
  },
}

describe.each(Object.entries(kinds))('Saves of %s', (_name, { path, make, field, textOf }) => {
  const started = async () => {
    const { id, bodyWith } = await make()
    const url = `${path}/${id}`
    const first = await post(ada, url, bodyWith('http://first.example/'))
    expect(first.statusCode, first.body).toBe(200)
    return { url, bodyWith, version: first.json<Saved>().version }
  }

  it('that start from an older version get 409 with what is stored and which fields changed, and save nothing', async () => {
    const { url, bodyWith, version } = await started()
    const other = await post(ada, url, { ...bodyWith('http://other.example/'), version })
    expect(other.json<Saved>().version).toBe(version + 1)
    const stale = await post(ada, url, { ...bodyWith('http://stale.example/'), version })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({ code: 'OUT_OF_DATE', changedFields: [field], current: other.json() })
    const again = await post(ada, url, { ...bodyWith('http://stale.example/'), version: version + 1 })
    expect(again.statusCode).toBe(200)
    expect(textOf(again.json<never>())).toBe('http://stale.example/')
  })

  it('name the version in If-Match as well, and save over anything where they name none or *', async () => {
    const { url, bodyWith, version } = await started()
    const save = (text: string, headers: Record<string, string>) =>
      ada.inject({ method: 'POST', url: `/api/v1${url}`, payload: bodyWith(text), headers })
    expect((await save('http://a.example/', { 'if-match': `"${version}"` })).statusCode).toBe(200)
    expect((await save('http://b.example/', { 'if-match': `"${version}"` })).statusCode).toBe(409)
    expect((await save('http://c.example/', { 'if-match': '*' })).statusCode).toBe(200)
    expect((await save('http://d.example/', {})).statusCode).toBe(200)
    expect((await save('http://e.example/', { 'if-match': '"yesterday"' })).statusCode).toBe(400)
  })

  it('at the same time from the same version: one is saved, the other gets what was saved', async () => {
    const { url, bodyWith, version } = await started()
    const texts = ['http://one.example/', 'http://two.example/']
    const answers = await Promise.all(texts.map((text) => post(ada, url, { ...bodyWith(text), version })))
    expect(statusesOf(answers)).toEqual([200, 409])
    const [saved, rejected] = answers[0]?.statusCode === 200 ? answers : answers.toReversed()
    expect(rejected?.json<{ current: unknown }>().current).toEqual(saved?.json())
  })

  it('that were saved already, and are repeated since their response was lost, are no conflict', async () => {
    const { url, bodyWith, version } = await started()
    const body = { ...bodyWith('http://lost.example/'), version }
    const first = await post(ada, url, body)
    const repeated = await post(ada, url, body)
    expect(repeated.statusCode).toBe(200)
    expect(repeated.json()).toEqual(first.json())
  })

  it('by another account or a visitor say nothing of the version or of what is stored', async () => {
    const { url, bodyWith } = await started()
    const body = { ...bodyWith('http://foreign.example/'), version: 1 }
    const foreign = await post(bob, url, body)
    expect(foreign.statusCode).toBe(404)
    expect(foreign.json()).not.toHaveProperty('current')
    const visitor = await post(test, url, body)
    expect(visitor.statusCode).toBe(401)
    expect(visitor.json()).not.toHaveProperty('current')
  })
})

describe.each(Object.entries(kinds))('What GET gives of %s', (_name, { path, make }) => {
  const read = async (id: string) => {
    const own = await get(ada, `${path}/${id}`)
    return own.statusCode === 200 ? own.json<Saved & Record<string, unknown>>() : null
  }

  it('can be sent back as it is, and changes nothing', async () => {
    const { id, bodyWith } = await make()
    const saved = await post(ada, `${path}/${id}`, bodyWith('http://kept.example/'))
    const given = (await read(id)) ?? saved.json<Saved & Record<string, unknown>>()
    const answer = await post(ada, `${path}/${id}`, given)
    expect([answer.statusCode, answer.json()]).toEqual([200, saved.json()])
    expect((await post(ada, `${path}/${id}`, { ...given, colour: 'red' })).statusCode).toBe(400)
  })

  it('is not sent to another object by mistake', async () => {
    const [{ id, bodyWith }, other] = [await make(), await make()]
    const given = (await post(ada, `${path}/${id}`, bodyWith('http://kept.example/'))).json<object>()
    const answer = await post(ada, `${path}/${other.id}`, given)
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'MALFORMED' }])
  })
})

it('A stored password stays where what GET gives is sent back', async () => {
  const target = { basicAuth: { status: 'ENABLED', username: 'ada', password: 'one' } } as const
  const { id, version } = await makeTask(ada, { target })
  const given = (await get(ada, `/tasks/${id}`)).json<{ request: { target: { basicAuth: object } } }>()
  expect(given.request.target.basicAuth).toEqual({ status: 'ENABLED', username: 'ada', passwordSet: true })
  const answer = await post(ada, `/tasks/${id}`, { ...given, name: 'Renamed' })
  expect(answer.json()).toMatchObject({ name: 'Renamed', version: version + 1, request: given.request })
})

it('A request that has a body and names no method is a POST, wherever one is written', async () => {
  const { id } = await makeTask(ada)
  const methodOf = async (target: object) => {
    const answer = await post(ada, `/tasks/${id}`, { scheduler: taskInput().scheduler, request: { target } })
    return answer.json<{ request: { target: { method: string } } }>().request.target.method
  }
  const uri = 'https://example.com/'
  expect(await methodOf({ uri, body: '{}' })).toBe('POST')
  expect(await methodOf({ uri, body: '{}', method: 'PUT' })).toBe('PUT')
  expect(await methodOf({ uri, body: '' })).toBe('GET')
  expect(await methodOf({ uri })).toBe('GET')
  const notification = { ...notificationInput(id), request: { target: { uri, body: 'x' } } }
  const made = await post(ada, '/notifications', notification)
  expect(made.json()).toMatchObject({ request: { target: { method: 'POST', body: 'x' } } })
})

it('A version that is read is the one that a save may name', async () => {
  const { id, version } = await makeTask(ada)
  expect((await get(ada, `/tasks/${id}`)).json<Saved>().version).toBe(version)
  const renamed = await post(ada, `/tasks/${id}`, { ...taskInput({ name: 'Renamed' }), version })
  expect(renamed.json<Saved>().version).toBe(version + 1)
})

it('A password that is typed is a change, and one that is stored already is none', async () => {
  const { id, version } = await makeTask(ada)
  const withPassword = taskInput({ target: { basicAuth: { status: 'ENABLED', username: 'ada', password: 'one' } } })
  const saved = await post(ada, `/tasks/${id}`, { ...withPassword, version })
  expect(saved.json<Saved>().version).toBe(version + 1)
  expect((await post(ada, `/tasks/${id}`, withPassword)).json<Saved>().version).toBe(version + 1)
})
