import type { AccountView } from '@knockwire/domain/accounts/account'
import { whyViewersCannot } from '@knockwire/domain/accounts/role-rules'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { api } from '../api/api-client.ts'
import { schemaOf } from '../api/schemas.ts'
import { isStatus } from '../api/api-error.ts'
import { hasPlans } from './instance.ts'
import { setPageAccount } from './page-account.ts'
import { refetchEvery } from '../api/query-state.ts'
import { expireSessionOverUnsavedWork, markSignedIn } from './session.ts'

const accountKey = ['account'] as const

/** Who is signed in. Its own 401 is thrown: the dashboard redirects to sign-in. */
const accountQuery = queryOptions({
  queryKey: accountKey,
  queryFn: async ({ signal }) => {
    try {
      const account = await api.get('/api/v1/accounts/me', schemaOf('AccountView'), { signal, onSignedOut: 'throw' })
      await setPageAccount(account)
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

const viewOnly = { disabled: true, title: whyViewersCannot } as const
const editable = {} as const

/** False until the account is known. */
export const useIsViewer = (): boolean => useAccount().data?.role === 'VIEWER'

/** For a control that changes the account: a viewer's is disabled, and says why. */
export const useViewOnly = (): { disabled?: true; title?: string } => (useIsViewer() ? viewOnly : editable)

/** Whether the account page sells plans; true until the account is known. */
export const useIsBillingConfigured = () => useAccount().data?.server.isBillingConfigured ?? hasPlans

/** Undefined before it has loaded. */
export const knownAccount = (client: QueryClient): AccountView | undefined => client.getQueryData(accountKey)

/** Beside the page's code: what stands above each page depends on it. */
export const prefetchAccount = (client: QueryClient): Promise<void> => client.prefetchQuery(accountQuery)

/** For changes of what the account contains, such as its plan; resolves when it has been fetched again. */
export const refreshAccount = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: accountQuery.queryKey })

/** For calls that return the changed account. Where it is another one than the page's, the page is left. */
export function setAccountCache(client: QueryClient, account: AccountView): void {
  if (setPageAccount(account) !== undefined) return
  markSignedIn()
  client.setQueryData(accountQuery.queryKey, account)
}

/** The accounts that the user is a member of. */
export const ownAccountsQuery = queryOptions({
  queryKey: [...accountKey, 'own'],
  queryFn: ({ signal }) => api.get('/api/v1/accounts', schemaOf('OwnAccountList'), { signal }),
})

/** The page is loaded again: the response is the other account's, at which every page is left. */
export const switchAccount = (id: string): Promise<void> => api.send(`/api/v1/accounts/${id}/select`)
