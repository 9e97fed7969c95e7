import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api-client.ts'
import { schemaOf } from '../../lib/api/schemas.ts'

export const tokensQuery = queryOptions({
  queryKey: ['account', 'tokens'],
  queryFn: ({ signal }) => api.get('/api/v1/accounts/me/tokens', schemaOf('ApiTokenList'), { signal }),
})

export const secretsQuery = queryOptions({
  queryKey: ['account', 'secrets'],
  queryFn: ({ signal }) => api.get('/api/v1/secrets', schemaOf('SecretList'), { signal }),
})

export const projectsQuery = queryOptions({
  queryKey: ['account', 'projects'],
  queryFn: ({ signal }) => api.get('/api/v1/projects', schemaOf('ProjectList'), { signal }),
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

/** `filters` as the API takes them. */
export const auditLogQuery = (filters: string) =>
  infiniteQueryOptions({
    queryKey: ['account', 'audit-log', filters],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filters)
      if (pageParam !== null) query.set('before', pageParam)
      return api.get(`/api/v1/accounts/me/audit-events?${query.toString()}`, schemaOf('AuditPage'), { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
