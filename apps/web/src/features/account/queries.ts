import { ApiTokenList } from '@knockwire/domain/accounts/api-token'
import { PasskeyList } from '@knockwire/domain/accounts/passkey'
import { SessionList, SignInMethodsView } from '@knockwire/domain/accounts/security'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api-client.ts'

export const tokensQuery = queryOptions({
  queryKey: ['account', 'tokens'],
  queryFn: ({ signal }) => api.get('/api/v1/accounts/me/tokens', ApiTokenList, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => api.get('/api/v1/accounts/me/sessions', SessionList, { signal }),
})

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) => api.get('/api/v1/accounts/me/passkeys', PasskeyList, { signal }),
})

export const signInMethodsQuery = queryOptions({
  queryKey: ['account', 'sign-in-methods'],
  queryFn: ({ signal }) => api.get('/api/v1/accounts/me/sign-in-methods', SignInMethodsView, { signal }),
})
