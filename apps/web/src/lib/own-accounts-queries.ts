import { queryOptions } from '@tanstack/react-query'
import { api } from './api-client.ts'
import { schemaOf } from './schemas.ts'

/** The accounts that the user is a member of. */
export const ownAccountsQuery = queryOptions({
  queryKey: ['account', 'own'],
  queryFn: ({ signal }) => api.get('/api/v1/accounts', schemaOf('OwnAccountList'), { signal }),
})

/** The page is loaded anew: the response is the other account's, at which every page is left. */
export const switchAccount = (id: string): Promise<void> => api.send(`/api/v1/accounts/${id}/select`)
