import { Navigate, Outlet, useLocation } from 'react-router'
import { Shell } from '../components/shell/shell.tsx'
import { ConfirmEmailBanner } from '../features/auth/confirm-email-banner.tsx'
import { useAccount } from '../lib/account.ts'
import { isStatus } from '../lib/api-error.ts'
import { SessionEndedDialog } from '../features/auth/session-ended-dialog.tsx'
import { signInPath, useIsSessionExpired } from '../lib/session.ts'

/** Everything below `/dashboard`. Pages load beside the account, not after it; without a session all of it leads to sign-in. */
export function Dashboard() {
  const location = useLocation()
  const { data: account, error } = useAccount()
  const isEndedOverWork = useIsSessionExpired()
  if (isStatus(error, 401) && !isEndedOverWork) return <Navigate to={signInPath(location)} replace />
  return (
    <Shell user={account?.user} banner={account && <ConfirmEmailBanner account={account} />}>
      <Outlet />
      {account && isEndedOverWork && <SessionEndedDialog email={account.user.email} />}
    </Shell>
  )
}
