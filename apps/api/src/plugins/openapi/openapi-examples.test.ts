import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOwnedObjects } from '../../testing/owned-objects.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { bodyExamples, parameterExamples } from './openapi-examples.ts'

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}

/** Examples that no test can call as they stand, and why. */
const notCalled: Record<string, string> = {
  'POST /api/v1/auth/reset': 'needs a mailed code',
  'POST /api/v1/accounts/me/verify_email_validation_code': 'needs a mailed code',
  'POST /api/v1/accounts/me/email': 'needs a confirmed second address',
  'POST /api/v1/accounts/me/confirm': 'needs the password of the account',
  'POST /api/v1/accounts/me/password': 'needs the password of the account',
  'POST /api/v1/auth/passkey': 'needs an authenticator',
  'POST /api/v1/accounts/me/passkeys': 'needs an authenticator',
  'POST /api/v1/accounts/me/lifecycle/add-card': 'needs Stripe',
  'POST /api/v1/accounts/me/lifecycle/update-plan': 'needs Stripe',
  'POST /api/v1/receivers/{receiverId}/executions/{executionId}/replay': 'calls a foreign server',
  'POST /api/v1/invitations/preview': 'needs a mailed link',
  'POST /api/v1/invitations/accept': 'needs a mailed link',
  'POST /api/v1/operator/state': 'needs an operator',
  'POST /api/v1/operator/accounts/{accountId}/suspend': 'needs an operator',
  'POST /api/v1/operator/accounts/{accountId}/plan': 'needs an operator',
  'POST /api/v1/twilio/status': 'needs a signature of Twilio',
}

describe('the examples of the OpenAPI description', () => {
  let test: TestApp
  let ada: TestUser
  let operations: [call: string, operation: Operation][]
  beforeAll(async () => {
    test = await createTestApp()
    ada = await test.signUp('Ada')
    const { paths } = (await test.inject({ url: '/api/v1/openapi.json' })).json<{
      paths: Record<string, Record<string, Operation>>
    }>()
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]): [string, Operation] => [`${method.toUpperCase()} ${path}`, one]),
    )
  })
  afterAll(() => test.close())

  it('stand beside each required parameter and each body, and name no call that is not there', () => {
    const lacking = operations.flatMap(([call, { parameters = [], requestBody }]) => [
      ...parameters
        .filter((one) => one.required === true && one.example === undefined)
        .map(({ name }) => `${call} ${name}`),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ example }) => (example === undefined ? [call] : [])),
    ])
    expect(lacking).toEqual([])
    const calls = new Set(operations.map(([call]) => call))
    expect(Object.keys({ ...bodyExamples, ...notCalled }).filter((call) => !calls.has(call))).toEqual([])
  })

  it('belong to calls of which each has its own name', () => {
    const names = operations.map(([, { operationId }]) => operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are taken by the calls themselves, with the ids of objects that are there', async () => {
    const owned = await makeOwnedObjects(test, ada)
    const idsIn = (text: string, url: string) =>
      Object.entries(parameterExamples).reduce(
        (replaced, [name, example]) =>
          typeof example === 'string' && /^(id|\w+Id)$/.test(name) && replaced.includes(example)
            ? replaced.replaceAll(example, owned.urlOf({ url: `${url}#:${name}` }).split('#')[1] ?? '')
            : replaced,
        text,
      )
    const called = Object.entries(bodyExamples).filter(([call]) => notCalled[call] === undefined)
    for (const [call, body] of called) {
      const [method = '', path = ''] = call.split(' ')
      const url = owned.urlOf({ url: path.replaceAll(/\{(\w+)\}/g, ':$1') })
      const payload: object = JSON.parse(idsIn(JSON.stringify(body), path))
      // Signing up or in would end Ada's session.
      const asker = url.startsWith('/api/v1/auth/') ? test : ada
      const response = await asker.inject({ method, url, payload })
      expect([call, response.statusCode, response.statusCode < 300 ? '' : response.body]).toEqual([
        call,
        expect.toSatisfy((status: number) => status >= 200 && status < 300),
        '',
      ])
    }
    expect(called.length).toBeGreaterThan(18)
  })
})
