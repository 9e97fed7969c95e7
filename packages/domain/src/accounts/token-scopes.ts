/** What a token may be narrowed down to. One that may write may read the same. */
export const tokenScopes = [
  'tasks:read',
  'tasks:write',
  'receivers:read',
  'receivers:write',
  'requests:reveal',
  'secrets:write',
  'apply',
] as const

export type TokenScope = (typeof tokenScopes)[number]

/** What each lets a token do, in few words. */
export const scopeLabels: Readonly<Record<TokenScope, string>> = {
  'tasks:read': 'See tasks',
  'tasks:write': 'Change tasks',
  'receivers:read': 'See receivers',
  'receivers:write': 'Change receivers',
  'requests:reveal': 'Reveal secret headers',
  'secrets:write': 'Set secrets',
  apply: 'Apply files',
}

const isReading = (scope: TokenScope) => scope.endsWith(':read')

/** Whether a token with these scopes changes anything. */
export const isWriting = (scopes: readonly TokenScope[]): boolean => scopes.some((scope) => !isReading(scope))

/** Whether what needs a scope may be done by a token with these. */
export const hasScope = (scopes: readonly TokenScope[], needed: TokenScope): boolean =>
  scopes.includes(needed) || (isReading(needed) && scopes.some((scope) => scope === needed.replace(':read', ':write')))
