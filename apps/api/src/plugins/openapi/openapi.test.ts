import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { descriptionGaps } from './description-gaps.ts'
import { usedMeanings } from './meanings/add-meanings.ts'
import { fieldMeanings } from './meanings/fields.ts'

const Document = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) }))),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

describe('the OpenAPI description', () => {
  let test: TestApp
  beforeAll(async () => void (test = await createTestApp()))
  afterAll(() => test.close())

  it('describes every call of the API, from the schemas that check it', async () => {
    const document = Document.parse((await test.inject({ url: '/api/v1/openapi.json' })).json())
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const routes = test.routes
      .filter(({ url }) => url.startsWith('/api/') && !/\/(?:openapi|file\.schema)\.json$/.test(url))
      .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(described.toSorted()).toEqual(routes.toSorted())
  })

  it('says what is sent, what is answered, and what an error looks like', async () => {
    const document = Document.parse((await test.inject({ url: '/api/v1/openapi.json' })).json())
    const settings = document.paths['/api/v1/accounts/me/settings']?.['post']
    expect(JSON.stringify(settings?.['requestBody'])).toContain('#/components/schemas/SettingsInput')
    expect(JSON.stringify(document.components.schemas['SettingsInput'])).toContain('lastOpenedAt')
    expect(JSON.stringify(settings?.responses['200'])).toContain('#/components/schemas/Account')
    expect(JSON.stringify(document.components.schemas['Account'])).toContain('maxTaskNumber')
    expect(JSON.stringify(settings?.responses['default'])).toContain('#/components/schemas/Error')
    expect(JSON.stringify(document.components.schemas['Error'])).toContain('PLAN_LIMIT')
    expect(document.paths['/api/v1/auth/sign-in']?.['post']?.['security']).toEqual([])
    expect(settings?.['security']).toBeUndefined()
  })

  it('lacks no name, no sentence and no status', async () => {
    const document = (await test.inject({ url: '/api/v1/openapi.json' })).json()
    expect(descriptionGaps(document)).toEqual([])
    expect(document.servers).toEqual([{ url: test.context.settings.publicOrigin }])
  })

  it('has each sentence at a field, so that none is for a place that is not there', async () => {
    await test.inject({ url: '/api/v1/openapi.json' })
    expect(Object.keys(fieldMeanings).filter((key) => !usedMeanings.has(key))).toEqual([])
  })

  it('finds a call without its own name, a field and a parameter without a sentence, and one that is said to be null and never is', () => {
    const description = 'When it ended; null while it runs.'
    const schema = {
      type: 'object',
      properties: {
        outer: { type: 'object', properties: { inner: {} } },
        never: { type: 'string', description },
        sometimes: { anyOf: [{ type: 'string' }, { type: 'null' }], description },
      },
    }
    const operation = {
      operationId: 'getThings',
      parameters: [{ name: 'colour', in: 'query' }],
      responses: { 200: { description: 'Default Response', content: { 'application/json': { schema } } } },
    }
    const gaps = descriptionGaps({ servers: [{ url: '/' }], paths: { '/api/v1/things': { get: operation } } })
    expect(gaps).toEqual([
      expect.stringContaining('The server /'),
      expect.stringContaining('getThings is no verb'),
      expect.stringContaining('colour'),
      expect.stringContaining('getThings.outer has'),
      expect.stringContaining('getThings.outer.inner'),
      expect.stringContaining('getThings.never is never null'),
      expect.stringContaining('response 200'),
    ])
  })

  it('names its forms, and says of those that a field decides on which field that is', async () => {
    const { paths, components } = Document.parse((await test.inject({ url: '/api/v1/openapi.json' })).json())
    const named = ['Task', 'TaskInput', 'Schedule', 'Notification', 'Condition', 'Execution', 'Problem', 'Receiver']
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(named))
    expect(components.schemas['ScheduleInput']).toMatchObject({
      oneOf: [{ $ref: expect.stringContaining('IntervalScheduleInput') }, {}, {}],
      discriminator: {
        propertyName: 'mode',
        mapping: { CUSTOM: '#/components/schemas/CronScheduleInput' },
      },
    })
    expect(components.schemas['HttpNotificationInput']).toMatchObject({
      required: expect.arrayContaining(['request']),
      properties: { type: { const: 'HTTP' } },
    })
    expect(JSON.stringify(components.schemas['HttpNotificationInput'])).not.toContain('emailSetting')
    expect(JSON.stringify(paths['/api/v1/tasks/{taskId}']?.['post']?.responses['200'])).toContain(
      '"#/components/schemas/Task"',
    )
  })

  it('refers to components that are there, and has none that nothing refers to', async () => {
    const document = Document.parse((await test.inject({ url: '/api/v1/openapi.json' })).json())
    const text = JSON.stringify(document)
    const referred = new Set(Array.from(text.matchAll(/#\/components\/schemas\/(\w+)/g), ([, name = '']) => name))
    expect([...referred].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted())
  })

  it('names the types of the files that exports answer', async () => {
    const document = Document.parse((await test.inject({ url: '/api/v1/openapi.json' })).json())
    const typesOf = (path: string) => {
      const response = document.paths[`/api/v1${path}`]?.['get']?.responses['200']
      return Object.keys(z.object({ content: z.record(z.string(), z.unknown()) }).parse(response).content)
    }
    expect(typesOf('/tasks/{taskId}/executions/export')).toEqual(['application/jsonl', 'application/json'])
    expect(typesOf('/receivers/{receiverId}/executions/export')).toEqual(['application/jsonl'])
    expect(typesOf('/accounts/me/export')).toEqual(['application/zip'])
  })
})
