import type { AccountView } from '@knockwire/domain/accounts/account'
import { safeReturnUrl } from '@knockwire/domain/return-url'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { setAccountCache } from '../../lib/account.ts'

/** Pages that this application draws; others are the server's. */
const ownPaths = /^\/dashboard(\/|\?|#|$)/

/** After signing in: forget what another account may have left, and go where the visitor was going. */
export function useCompleteSignIn() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (account: AccountView, state?: { confirmEmail: true }) => {
    client.clear()
    setAccountCache(client, account)
    const url = safeReturnUrl(params.get('returnUrl'), window.location.origin)
    if (ownPaths.test(url)) void navigate(url, { replace: true, state })
    else window.location.assign(url)
  }
}

/** The other page of the pair, with the same way back. */
export function useSiblingPath(path: '/signin' | '/signup'): string {
  const [params] = useSearchParams()
  const returnUrl = params.get('returnUrl')
  return returnUrl === null ? path : `${path}?returnUrl=${encodeURIComponent(returnUrl)}`
}
