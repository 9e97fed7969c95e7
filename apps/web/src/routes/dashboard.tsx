import { Suspense, useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { Shell } from '../components/shell/shell.tsx'
import { ConfirmEmailBanner } from '../features/auth/confirm-email-banner.tsx'
import { useAccount } from '../lib/account.ts'
import { isStatus } from '../lib/api-error.ts'
import { signInPath, useIsSessionExpired } from '../lib/session.ts'
import { prefetchOverlays } from '../components/overlays/prefetch-overlays.ts'
import { lazyPart } from '../lib/lazy-part.ts'

const SessionEndedDialog = lazyPart(
  async () => (await import('../features/auth/session-ended-dialog.tsx')).SessionEndedDialog,
)

/** Everything below `/dashboard`. Pages load beside the account, not after it; without a session all of it leads to sign-in. */
export function Dashboard() {
  const location = useLocation()
  const { data: account, error } = useAccount()
  const isEndedOverWork = useIsSessionExpired()
  const isSignedIn = account !== undefined
  useEffect(() => {
    if (isSignedIn) prefetchOverlays()
  }, [isSignedIn])
  if (isStatus(error, 401) && !isEndedOverWork) return <Navigate to={signInPath(location)} replace />
  return (
    <Shell user={account?.user} banner={account && <ConfirmEmailBanner account={account} />}>
      <Outlet />
      {account && isEndedOverWork && (
        <Suspense fallback={null}>
          <SessionEndedDialog email={account.user.email} />
        </Suspense>
      )}
    </Shell>
  )
}
