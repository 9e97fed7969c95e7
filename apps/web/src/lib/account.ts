import { AccountView } from '@knockwire/domain/accounts/account'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { api } from './api-client.ts'
import { markSignedIn } from './signed-out.ts'

/** Who is signed in. Its own 401 is thrown: the dashboard leads to sign-in by itself. */
const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => {
    const account = await api.get('/api/v1/accounts/me', AccountView, { signal, onSignedOut: 'throw' })
    markSignedIn()
    return account
  },
  staleTime: 60_000,
})

export const useAccount = () => useQuery(accountQuery)

/** Once something has changed that the account tells of, such as its plan; resolves when it is shown. */
export const refreshAccount = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: accountQuery.queryKey })

/** For calls that answer the account as they left it. */
export function keepAccount(client: QueryClient, account: AccountView): void {
  markSignedIn()
  client.setQueryData(accountQuery.queryKey, account)
}
