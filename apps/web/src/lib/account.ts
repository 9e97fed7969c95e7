import type { AccountView } from '@knockwire/domain/accounts/account'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { api } from './api-client.ts'
import { schemaOf } from './schemas.ts'
import { isStatus } from './api-error.ts'
import { refetchEvery } from './refetch-every.ts'
import { isSessionExpired, expireSessionOverUnsavedWork, markSignedIn } from './session.ts'

/** The page goes; until it has gone, the calls that wait for the first account are not sent. */
export function leaveToOtherAccount(): Promise<never> {
  window.location.assign('/dashboard')
  return new Promise(() => {})
}

const accountKey = ['account'] as const

/** Who is signed in. Its own 401 is thrown: the dashboard redirects to sign-in. */
const accountQuery = queryOptions({
  queryKey: accountKey,
  queryFn: async ({ signal, client }) => {
    try {
      const account = await api.get('/api/v1/accounts/me', schemaOf('AccountView'), { signal, onSignedOut: 'throw' })
      if (isSessionExpired() && account.user.email !== client.getQueryData<AccountView>(accountKey)?.user.email) {
        // In another tab somebody else has signed in: nothing of the first account is shown or saved under the second.
        return leaveToOtherAccount()
      }
      markSignedIn()
      return account
    } catch (error) {
      if (isStatus(error, 401)) expireSessionOverUnsavedWork()
      throw error
    }
  },
  staleTime: 60_000,
  // What the server says of itself changes while a page is open.
  refetchInterval: refetchEvery(60_000),
})

export const useAccount = () => useQuery(accountQuery)

/** Beside the page's code: what stands above each page depends on it. */
export const prefetchAccount = (client: QueryClient): Promise<void> => client.prefetchQuery(accountQuery)

/** For changes of what the account contains, such as its plan; resolves when it has been fetched again. */
export const refreshAccount = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: accountQuery.queryKey })

/** For calls that return the changed account. */
export function setAccountCache(client: QueryClient, account: AccountView): void {
  markSignedIn()
  client.setQueryData(accountQuery.queryKey, account)
}
