import { expect, it } from 'vitest'
import { hasScope, isWriting, tokenScopes } from './token-scopes.ts'

it('a scope to write includes that to read the same, and no other scope includes another', () => {
  const included = tokenScopes.flatMap((held) =>
    tokenScopes.filter((needed) => hasScope([held], needed)).map((needed) => `${held} > ${needed}`),
  )
  expect(included.toSorted()).toEqual(
    [
      ...tokenScopes.map((scope) => `${scope} > ${scope}`),
      'tasks:write > tasks:read',
      'receivers:write > receivers:read',
    ].toSorted(),
  )
})

it('a token writes unless all it may do is read', () => {
  expect([isWriting(['tasks:read', 'receivers:read']), isWriting(['tasks:read', 'apply'])]).toEqual([false, true])
})
