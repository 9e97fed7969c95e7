import type { OperatorAccountView } from '@knockwire/domain/operator/operator'
import type { Plan } from '@knockwire/domain/plans/plan'
import { plans } from '@knockwire/domain/plans/plans'
import { api } from '../../../lib/api/api-client.ts'
import { ActDialog } from '../act-dialog.tsx'
import { operatorPath } from '../queries.ts'

interface PlanDialogProps {
  account: OperatorAccountView
  /** The new one; undefined: closed. */
  plan: Plan | undefined
  onClose: () => void
}

export const PlanDialog = ({ account: { id, name, plan: current }, plan, onClose }: PlanDialogProps) => (
  <ActDialog
    subject={plan}
    title="Change the plan?"
    confirmLabel="Change plan"
    call={(next) => api.send(`${operatorPath}/accounts/${id}/plan`, { plan: next })}
    done="The plan has been changed."
    onClose={onClose}
  >
    {(next) => (
      <>
        <strong>{name}</strong> goes from {plans[current].label} to {plans[next].label} at once. A subscription that it
        pays for is cancelled.
      </>
    )}
  </ActDialog>
)
