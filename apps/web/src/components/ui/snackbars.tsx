import { Component, type ReactNode, Suspense } from 'react'
import { lazyPart, retryFailedParts } from '../../lib/lazy-part.ts'
import { useTimesPrepared } from '../../lib/snackbar.ts'

const Notifications = lazyPart(async () => (await import('@mantine/notifications')).Notifications)

/** Where snackbars appear. */
export function Snackbars() {
  const timesPrepared = useTimesPrepared()
  if (timesPrepared === 0) return null
  return (
    <SnackbarBoundary attempt={timesPrepared}>
      <Suspense fallback={null}>
        <Notifications aria-live="polite" />
      </Suspense>
    </SnackbarBoundary>
  )
}

interface SnackbarBoundaryProps {
  /** Another one: what failed is tried again. */
  attempt: number
  children: ReactNode
}

interface SnackbarBoundaryState {
  hasFailed: boolean
  attempt: number
}

/** The page goes on without snackbars where their code is not to be had, and tries again with the next one. */
class SnackbarBoundary extends Component<SnackbarBoundaryProps, SnackbarBoundaryState> {
  override state: SnackbarBoundaryState = { hasFailed: false, attempt: this.props.attempt }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ attempt }: SnackbarBoundaryProps, state: SnackbarBoundaryState) {
    return attempt === state.attempt ? null : { hasFailed: false, attempt }
  }

  override componentDidCatch() {
    retryFailedParts()
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
