import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

it('every call of the API is answered with the name of the build of the dashboard that the server has', async () => {
  for (const url of ['/api/v1/accounts/me', '/api/v1/tasks']) {
    expect([url, (await test.inject({ url })).headers['knockwire-build']]).toEqual([url, 'build-of-the-tests'])
  }
})

it('a server without a dashboard names no build, so that pages check what it answers', async () => {
  const bare = await createTestApp({ sharing: test, settings: { webRoot: '/nonexistent' } })
  try {
    const { headers } = await bare.inject({ url: '/api/v1/accounts/me' })
    expect(headers).not.toHaveProperty('knockwire-build')
  } finally {
    await bare.close()
  }
})
