import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Panel } from '../../components/ui/panel.tsx'

export function PlanAndBillingTab() {
  return (
    <Panel>
      <EmptyState title="This page is not here yet">
        <p>Your plan, usage and payment method will be here.</p>
      </EmptyState>
    </Panel>
  )
}
