import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Panel } from '../../components/ui/panel.tsx'

export function TokensTab() {
  return (
    <Panel>
      <EmptyState title="This page is not here yet">
        <p>Your API tokens will be here.</p>
      </EmptyState>
    </Panel>
  )
}
