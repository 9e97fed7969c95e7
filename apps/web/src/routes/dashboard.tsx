import type { AccountView } from '@knockwire/domain/accounts/account'
import { Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { Shell } from '../components/shell/shell.tsx'
import { ConfirmEmailBanner } from '../features/auth/confirm-email-banner.tsx'
import { useAccount } from '../lib/account.ts'
import { isStatus } from '../lib/api-error.ts'
import { noteEmailConfirmedHere, wasEmailConfirmedHere } from '../lib/email-confirmed-here.ts'
import { signInPath, useIsSessionExpired } from '../lib/session.ts'
import { prefetchOverlays } from '../components/overlays/prefetch-overlays.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { prefetchSchemas } from '../lib/schemas.ts'
import { forgetSignInWay, readSignInWay } from '../lib/sign-in-way.ts'
import { snackbar } from '../lib/snackbar.ts'

const NoCallsBanner = lazyPart(async () => (await import('../components/shell/network-banner.tsx')).NoCallsBanner)
const NetworkBanner = lazyPart(async () => (await import('../components/shell/network-banner.tsx')).NetworkBanner)

const OperatorNotices = lazyPart(async () => (await import('../components/shell/operator-notices.tsx')).OperatorNotices)

const UsageBanner = lazyPart(async () => (await import('../components/shell/usage-banner.tsx')).UsageBanner)

const SessionEndedDialog = lazyPart(
  async () => (await import('../features/auth/session-ended-dialog.tsx')).SessionEndedDialog,
)

const unnamed = { id: '', email: '', firstName: '', lastName: '' }

const hasOperatorNotices = ({ server: { banner, callsPausedAt }, suspendedReason }: AccountView): boolean =>
  [banner, callsPausedAt, suspendedReason].some((notice) => notice !== null)

/** Everything below `/dashboard`. Pages load beside the account, not after it; without a session all of it leads to sign-in. */
export function Dashboard() {
  const location = useLocation()
  const { data: account, error } = useAccount()
  const isEndedOverWork = useIsSessionExpired()
  const isSignedIn = account !== undefined
  const [signInWay] = useState(readSignInWay)
  const [wasEmailConfirmed] = useState(wasEmailConfirmedHere)
  const isEmailConfirmed = account?.isEmailVerified
  useEffect(() => {
    if (!isSignedIn) return
    prefetchOverlays()
    prefetchSchemas()
    if (readSignInWay() === 'reset') snackbar.info('Your password has been changed.')
    forgetSignInWay()
  }, [isSignedIn])
  useEffect(() => {
    if (isEmailConfirmed !== undefined) noteEmailConfirmedHere(isEmailConfirmed)
  }, [isEmailConfirmed])
  if (isStatus(error, 401) && !isEndedOverWork) return <Navigate to={signInPath(location)} replace />
  return (
    <Shell
      // Somebody whose account could not be loaded is signed in all the same, and can sign out.
      user={account?.user ?? (error === null ? undefined : unnamed)}
      isOperator={account?.isOperator ?? false}
      isBannerKnown={isSignedIn || error !== null || wasEmailConfirmed}
      banner={
        account && (
          <>
            {!account.server.makesCalls && (
              <Suspense fallback={null}>
                <NoCallsBanner />
              </Suspense>
            )}
            {account.server.networkOutageSince !== null && (
              <Suspense fallback={null}>
                <NetworkBanner since={account.server.networkOutageSince} />
              </Suspense>
            )}
            {hasOperatorNotices(account) && (
              <Suspense fallback={null}>
                <OperatorNotices account={account} />
              </Suspense>
            )}
            {account.usage.emailCount + account.usage.smsCount > 0 && (
              <Suspense fallback={null}>
                <UsageBanner account={account} />
              </Suspense>
            )}
            <ConfirmEmailBanner account={account} isNew={signInWay === 'sign-up'} />
          </>
        )
      }
    >
      <Outlet />
      {account && isEndedOverWork && (
        <Suspense fallback={null}>
          <SessionEndedDialog email={account.user.email} />
        </Suspense>
      )}
    </Shell>
  )
}
