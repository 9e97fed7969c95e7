import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

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
    expect(JSON.stringify(settings?.['requestBody'])).toContain('lastOpenedAt')
    expect(JSON.stringify(settings?.responses['200'])).toContain('maxTaskNumber')
    expect(JSON.stringify(settings?.responses['default'])).toContain('#/components/schemas/Error')
    expect(JSON.stringify(document.components.schemas['Error'])).toContain('PLAN_LIMIT')
    expect(document.paths['/api/v1/auth/sign-in']?.['post']?.['security']).toEqual([])
    expect(settings?.['security']).toBeUndefined()
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
