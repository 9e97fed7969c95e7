import { lazy, Suspense } from 'react'
import { useAreSnackbarsPrepared } from '../../lib/snackbar.ts'

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }))

/** Where snackbars appear. */
export function Snackbars() {
  if (!useAreSnackbarsPrepared()) return null
  return (
    <Suspense fallback={null}>
      <Notifications aria-live="polite" />
    </Suspense>
  )
}
