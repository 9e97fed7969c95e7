import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Panel } from '../../components/ui/panel.tsx'

export function ProfileTab() {
  return (
    <Panel>
      <EmptyState title="This page is not here yet">
        <p>Your name and email address will be here.</p>
      </EmptyState>
    </Panel>
  )
}
