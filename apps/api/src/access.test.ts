import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from './testing/test-app.ts'

/** Every other route below /api/v1 answers 401 to a visitor. A route that is added here answers anyone: think twice. */
const publicRoutes = [
  'GET /api/v1/mortgage-rates/history',
  'GET /api/v1/mortgage-rates/sources',
  'GET /api/v1/openapi.json',
  'POST /api/v1/auth/forgot',
  'POST /api/v1/auth/reset',
  'POST /api/v1/auth/sign-in',
  'POST /api/v1/auth/sign-out',
  'POST /api/v1/auth/sign-up',
  'POST /api/v1/mortgage-rates',
  'POST /api/v1/twilio/status',
]

/** Those with ids in their path, asked with another account's. */
const unknownId = '01890000-0000-7000-8000-000000000000'

describe('who may call what', () => {
  let test: TestApp
  let stranger: TestUser
  beforeAll(async () => {
    test = await createTestApp()
    stranger = await test.signUp('Stranger')
  })
  afterAll(() => test.close())

  const apiRoutes = () => test.routes.filter(({ url }) => url.startsWith('/api/'))
  const nameOf = ({ method, url }: { method: string; url: string }) => `${method} ${url}`

  it('knows every public route', () => {
    const open = apiRoutes().filter(({ isPublic }) => isPublic)
    expect(open.map(nameOf).toSorted()).toEqual(publicRoutes)
  })

  it('answers 401 to a visitor on every other route', async () => {
    const closed = apiRoutes().filter(({ isPublic }) => !isPublic)
    expect(closed.length).toBeGreaterThan(15)
    for (const route of closed) {
      const url = route.url.replaceAll(/:\w+/g, unknownId)
      const answer = await test.inject({ method: route.method, url })
      expect([nameOf(route), answer.statusCode]).toEqual([nameOf(route), 401])
    }
  })

  it('[ER-43] says in the answer that the visitor is signed out', async () => {
    const answer = await test.inject({ url: '/api/v1/accounts/me' })
    expect(answer.json()).toEqual({ code: 'SIGNED_OUT', message: 'You are signed out. Please sign in.' })
  })

  it('answers 404 to an id that is not the caller’s or is none', async () => {
    const withId = apiRoutes().filter(({ url, method }) => url.includes(':') && method !== 'POST')
    expect(withId.length).toBeGreaterThan(4)
    for (const route of withId) {
      for (const id of [unknownId, 'no-id']) {
        const answer = await stranger.inject({ method: route.method, url: route.url.replaceAll(/:\w+/g, id) })
        expect([nameOf(route), id, answer.statusCode]).toEqual([nameOf(route), id, 404])
      }
    }
  })
})
