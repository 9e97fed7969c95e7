import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api-client.ts'
import { schemaOf } from '../../lib/schemas.ts'

export const tokensQuery = queryOptions({
  queryKey: ['account', 'tokens'],
  queryFn: ({ signal }) => api.get('/api/v1/accounts/me/tokens', schemaOf('ApiTokenList'), { signal }),
})

export const membersQuery = queryOptions({
  queryKey: ['account', 'members'],
  queryFn: ({ signal }) => api.get('/api/v1/accounts/me/members', schemaOf('MemberList'), { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => api.get('/api/v1/accounts/me/sessions', schemaOf('SessionList'), { signal }),
})

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) => api.get('/api/v1/accounts/me/passkeys', schemaOf('PasskeyList'), { signal }),
})
