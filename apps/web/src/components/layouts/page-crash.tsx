import { Button } from '@mantine/core'
import { IconBug } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { reportClientError } from '../../lib/browser/client-errors.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Panel } from '../ui/layout/panel.tsx'

/** A page that crashed or could not be fetched (a new version may have replaced it); the shell around it goes on. */
export function PageCrash() {
  return (
    <div role="alert">
      <Panel>
        <EmptyState
          icon={<IconBug size={24} />}
          title="This page could not be shown"
          action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
        >
          <p>
            Your tasks keep running, and nothing that was saved is lost. Reload the page; if that doesn’t help, contact
            support.
          </p>
        </EmptyState>
      </Panel>
    </div>
  )
}

interface CrashBoundaryProps {
  /** With another one it is tried again. */
  resetKey?: string
  /** Shown instead. */
  fallback?: ReactNode
  children: ReactNode
}

interface CrashBoundaryState {
  hasFailed: boolean
  resetKey: string | undefined
}

/** What crashed or could not be loaded is shown as such. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override state: CrashBoundaryState = { hasFailed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ resetKey }: CrashBoundaryProps, state: CrashBoundaryState) {
    return resetKey === state.resetKey ? null : { hasFailed: false, resetKey }
  }

  override componentDidCatch(error: unknown) {
    reportClientError('crash', error)
  }

  override render() {
    const { fallback = <PageCrash />, children } = this.props
    return this.state.hasFailed ? fallback : children
  }
}
