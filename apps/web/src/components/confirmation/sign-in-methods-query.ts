import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api-client.ts'
import { schemaOf } from '../../lib/api/schemas.ts'

export const signInMethodsQuery = queryOptions({
  queryKey: ['account', 'sign-in-methods'],
  queryFn: ({ signal }) => api.get('/api/v1/accounts/me/sign-in-methods', schemaOf('SignInMethodsView'), { signal }),
})
