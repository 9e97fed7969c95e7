import { Button } from '@mantine/core'
import { IconBug } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import { Panel } from '../ui/panel.tsx'

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
          <p>Your tasks run on, and nothing saved was lost. Reloading usually helps; if not, write to support.</p>
        </EmptyState>
      </Panel>
    </div>
  )
}

/** For documents without the router, which has such a boundary for each page. */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <PageCrash /> : this.props.children
  }
}
