import { Suspense } from 'react'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { plainSnackbars, usePlainSnackbars } from '../../../lib/browser/plain-snackbars.ts'
import { loadNotifications, useSnackbarRequests } from '../../../lib/browser/snackbar.ts'
import { CrashBoundary } from '../../layouts/page-crash.tsx'

const Notifications = lazyPart(async () => {
  const loaded = await loadNotifications()
  if (loaded === null) throw new Error('The code of snackbars could not be loaded.')
  return loaded.Notifications
}, 'nothing')

/** Where snackbars appear. Where their code could not be loaded, plain ones do. */
export function Snackbars() {
  const requests = useSnackbarRequests()
  if (requests === 0) return null
  return (
    <>
      <CrashBoundary resetKey={String(requests)} fallback={null}>
        <Suspense fallback={null}>
          <Notifications aria-live="polite" />
        </Suspense>
      </CrashBoundary>
      <PlainSnackbars />
    </>
  )
}

const PlainSnackbars = () => (
  <div className="kw-plain-snackbars" aria-live="polite">
    {usePlainSnackbars().map(
      ({ id, message, className, onPointerEnter, onPointerLeave, onFocusCapture, onBlurCapture }) => (
        <div key={id} className={className} {...{ onPointerEnter, onPointerLeave, onFocusCapture, onBlurCapture }}>
          {message}
          <button type="button" className="kw-undo-button" onClick={() => plainSnackbars.hide(id)}>
            Dismiss
          </button>
        </div>
      ),
    )}
  </div>
)
