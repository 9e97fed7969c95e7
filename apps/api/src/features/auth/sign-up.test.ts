import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

describe('sign-up', () => {
  let test: TestApp
  beforeAll(async () => void (test = await createTestApp()))
  afterAll(() => test.close())

  it('[AP-05, AC-06..AC-09] opens an account, signs in, and answers as the account reads', async () => {
    const ada = await test.signUp('Ada')
    const answer = await ada.inject({ method: 'GET', url: '/api/v1/accounts/me' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      plan: 'FREE',
      maxTaskNumber: 25,
      user: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Example' },
      isEmailVerified: false,
      verifiedEmails: [],
      usage: { emailCount: 0, smsCount: 0 },
      taskListSortKey: 'createdAt',
      settings: { isAdvancedConditionEnabled: true },
    })
  })
})
