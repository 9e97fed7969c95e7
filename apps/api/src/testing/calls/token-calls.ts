import type { ApiTokenScope, CreatedApiTokenView } from '@knockwire/domain/accounts/api-token'
import { type Asker, post } from './task-calls.ts'
import type { TestApp } from '../test-app.ts'

export const makeToken = async (
  asker: Asker,
  scope: ApiTokenScope,
  changes: object = {},
): Promise<CreatedApiTokenView> => {
  const answer = await post(asker, '/accounts/me/tokens', { name: `${scope} token`, scope, ...changes })
  if (answer.statusCode !== 201) throw new Error(`Expected 201, got ${answer.statusCode}: ${answer.body}`)
  return answer.json<CreatedApiTokenView>()
}

/** Asks as a program does: no cookie, no origin. */
export const withToken = ({ app }: Pick<TestApp, 'app'>, token: string): Asker => ({
  inject: (options) => app.inject({ ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } }),
})
