import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const url = '/api/v1/notifications/signing-secret'

it('the API gives each account its own signing secret, the same each time, and a visitor none', async () => {
  const owner = await test.signUp('Owner')
  const another = await test.signUp('Another')
  const [first, again, theirs] = await Promise.all([
    owner.inject({ method: 'GET', url }),
    owner.inject({ method: 'GET', url }),
    another.inject({ method: 'GET', url }),
  ])
  const { secret } = first.json<{ secret: string }>()
  expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
  expect(again.json()).toEqual({ secret })
  expect(theirs.json<{ secret: string }>().secret).not.toBe(secret)
  expect((await test.inject({ method: 'GET', url })).statusCode).toBe(401)
})
