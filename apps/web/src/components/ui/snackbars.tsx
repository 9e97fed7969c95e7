import { Suspense } from 'react'
import { useAreSnackbarsPrepared } from '../../lib/snackbar.ts'
import { lazyPart } from '../../lib/lazy-part.ts'

const Notifications = lazyPart(async () => (await import('@mantine/notifications')).Notifications)

/** Where snackbars appear. */
export function Snackbars() {
  if (!useAreSnackbarsPrepared()) return null
  return (
    <Suspense fallback={null}>
      <Notifications aria-live="polite" />
    </Suspense>
  )
}
