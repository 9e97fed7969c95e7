import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const Document = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) }))),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

describe('documentation', () => {
  let test: TestApp
  beforeAll(async () => void (test = await createTestApp()))
  afterAll(() => test.close())

  it('[SH-15, SH-16, SH-35] is served at /docs and /blog, with every link within it leading somewhere', async () => {
    const seen = new Set(['/docs', '/blog'])
    for (const url of seen) {
      const answer = await test.inject({ url, headers: { accept: 'text/html' } })
      expect([url, answer.statusCode < 400]).toEqual([url, true])
      for (const [, link = ''] of answer.body.matchAll(/(?:href|src)="(\/(?:docs|blog|signup|signin)[^"]*)"/g))
        seen.add(link)
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(
        ['schedules', 'executions', 'conditions', 'notifications', 'receivers', 'plans', 'api/'].map(
          (page) => `/docs/${page}`,
        ),
      ),
    )
  })

  it('describes every call of the API, from the schemas that check it', async () => {
    const document = Document.parse((await test.inject({ url: '/api/v1/openapi.json' })).json())
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const routes = test.routes
      .filter(({ url }) => url.startsWith('/api/') && url !== '/api/v1/openapi.json')
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

  it('shows the calls at /docs/api with scripts of this origin only', async () => {
    const answer = await test.inject({ url: '/docs/api/' })
    expect(answer.statusCode).toBe(200)
    const scripts = [...answer.body.matchAll(/<script([^>]*)>([^<]*)/g)]
    expect(scripts.length).toBeGreaterThan(0)
    for (const [, attributes = '', inline = ''] of scripts) {
      expect(inline.trim()).toBe('')
      const source = attributes.match(/src="([^"]+)"/)?.[1] ?? ''
      const url = new URL(source, 'http://127.0.0.1/docs/api/').pathname
      expect((await test.inject({ url })).statusCode).toBe(200)
    }
    expect((await test.inject({ url: '/docs/api/json' })).statusCode).toBe(200)
  })
})
