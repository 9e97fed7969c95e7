import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Panel } from '../../components/ui/panel.tsx'

export function DataTab() {
  return (
    <Panel>
      <EmptyState title="This page is not here yet">
        <p>Export and deletion of your data will be here.</p>
      </EmptyState>
    </Panel>
  )
}
