import type { AccountView } from '@knockwire/domain/accounts/account'
import { Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { Shell } from '../components/shell/shell.tsx'
import { ConfirmEmailBanner } from '../features/auth/confirm-email/confirm-email-banner.tsx'
import { useAccount } from '../lib/session/account.ts'
import { isStatus } from '../lib/api/api-error.ts'
import { forgetSignInKind, rememberConfirmed, readSignInKind, mayBeConfirmed } from '../lib/session/sign-in-memory.ts'
import { signInPath, useIsSessionExpired } from '../lib/session/session.ts'
import { prefetchOverlays } from '../components/overlays/prefetch-overlays.ts'
import { lazyPart } from '../lib/navigation/lazy-part.ts'
import { readLeftAccount } from '../lib/browser/left-account.ts'
import { prefetchSchemas } from '../lib/api/schemas.ts'
import { snackbar } from '../lib/browser/snackbar.ts'

const Notices = lazyPart(async () => (await import('../components/shell/notices/notices.tsx')).Notices)

const SessionEndedDialog = lazyPart(
  async () => (await import('../features/auth/session-ended-dialog.tsx')).SessionEndedDialog,
)

const unnamed = { id: '', email: '', firstName: '', lastName: '' }

/** Without what says them: it is loaded where there may be one. */
const mayHaveNotices = ({ server, suspendedReason, usage, user }: AccountView): boolean =>
  readLeftAccount(user.id) !== undefined ||
  !server.makesCalls ||
  usage.emailCount + usage.smsCount > 0 ||
  (server.networkOutageSince ?? server.banner ?? server.callsPausedAt ?? suspendedReason) !== null

/** Everything below `/dashboard`. Pages load beside the account, not after it; without a session all of it leads to sign-in. */
export function Dashboard() {
  const location = useLocation()
  const { data: account, error } = useAccount()
  const isEndedOverWork = useIsSessionExpired()
  const isSignedIn = account !== undefined
  const [signInKind] = useState(readSignInKind)
  const [wasEmailConfirmed] = useState(mayBeConfirmed)
  const isEmailConfirmed = account?.isEmailVerified
  useEffect(() => {
    if (!isSignedIn) return
    prefetchOverlays()
    prefetchSchemas()
    if (readSignInKind() === 'reset') snackbar.info('Your password has been changed.')
    forgetSignInKind()
  }, [isSignedIn])
  useEffect(() => {
    if (isEmailConfirmed !== undefined) rememberConfirmed(isEmailConfirmed)
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
            <Suspense fallback={null}>{mayHaveNotices(account) && <Notices account={account} />}</Suspense>
            <ConfirmEmailBanner account={account} isNew={signInKind === 'sign-up'} />
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
