import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeMailedTo } from '../testing/calls/mails.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const newKeys = { current: '2027', keys: { 2027: randomBytes(32) } }

/** Runs the work as a process whose ENCRYPTION_KEY has the new key in front, and the old ones behind it or not at all. */
const afterRotation = async <T>({ keepsOld }: { keepsOld: boolean }, work: () => Promise<T>): Promise<T> => {
  const { settings } = test.context
  const { keyring } = settings
  const keys = keepsOld ? { ...keyring.keys, ...newKeys.keys } : newKeys.keys
  Object.assign(settings, { keyring: { ...newKeys, keys } })
  try {
    return await work()
  } finally {
    Object.assign(settings, { keyring })
  }
}

const post = (path: string, payload: object) => test.inject({ method: 'POST', url: `/api/v1${path}`, payload })

describe('A code that was mailed before the keys were rotated', () => {
  it('still confirms an address while its key is in the list, and not without it', async () => {
    const ada = await test.signUp('Ada')
    const otp = await codeMailedTo(test, ada.email)
    const confirm = () =>
      ada.inject({
        method: 'POST',
        url: '/api/v1/accounts/me/verify_email_validation_code',
        payload: { email: ada.email, otp },
      })
    expect((await afterRotation({ keepsOld: false }, confirm)).statusCode).toBe(422)
    expect((await afterRotation({ keepsOld: true }, confirm)).statusCode).toBeLessThan(300)
  })

  it('still resets a password while its key is in the list, and not without it', async () => {
    const bob = await test.signUp('Bob')
    await post('/auth/forgot', { email: bob.email })
    await test.context.background.settled()
    const otp = await codeMailedTo(test, bob.email)
    const reset = () => post('/auth/reset', { email: bob.email, otp, password: 'another long password' })
    expect((await afterRotation({ keepsOld: false }, reset)).statusCode).toBe(422)
    expect((await afterRotation({ keepsOld: true }, reset)).statusCode).toBeLessThan(300)
  })
})
