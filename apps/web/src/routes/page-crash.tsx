import { Button } from '@mantine/core'
import { IconBug } from '@tabler/icons-react'
import { EmptyState } from '../components/ui/empty-state.tsx'
import { Panel } from '../components/ui/panel.tsx'

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
