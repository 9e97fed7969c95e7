import { Suspense } from 'react'
import { useSnackbarRequests } from '../../lib/snackbar.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { CrashBoundary } from '../layouts/page-crash.tsx'

const Notifications = lazyPart(async () => (await import('@mantine/notifications')).Notifications)

/** Where snackbars appear. Where their code is not to be had, the page goes on, and the next one tries again. */
export function Snackbars() {
  const requests = useSnackbarRequests()
  if (requests === 0) return null
  return (
    <CrashBoundary place={String(requests)} fallback={null}>
      <Suspense fallback={null}>
        <Notifications aria-live="polite" />
      </Suspense>
    </CrashBoundary>
  )
}
