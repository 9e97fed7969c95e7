import type { Asker } from './task-calls.ts'
import type { TestApp, TestUser } from '../test-app.ts'

/** The user at another process of the same service. */
export const signInOn = async (
  app: TestApp,
  { email, password }: Pick<TestUser, 'email' | 'password'>,
): Promise<Asker> => {
  const answer = await app.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload: { email, password } })
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { inject: (options) => app.inject({ ...options, headers: { cookie } }) }
}
