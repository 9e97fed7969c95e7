import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Panel } from '../../components/ui/panel.tsx'

export function SecurityTab() {
  return (
    <Panel>
      <EmptyState title="This page is not here yet">
        <p>Your password, passkeys and sessions will be here.</p>
      </EmptyState>
    </Panel>
  )
}
