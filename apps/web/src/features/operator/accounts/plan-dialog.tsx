import type { OperatorAccountView } from '@knockwire/domain/operator/operator'
import type { Plan } from '@knockwire/domain/plans/plan'
import { plans } from '@knockwire/domain/plans/plans'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx'
import { api } from '../../../lib/api/api-client.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { operatorPath } from '../queries.ts'
import { useAct } from '../use-act.ts'

interface PlanDialogProps {
  account: OperatorAccountView
  /** The new one; undefined: closed. */
  plan: Plan | undefined
  onClose: () => void
}

export function PlanDialog({ account: { id, name, plan: current }, plan, onClose }: PlanDialogProps) {
  // As it fades, it still says which.
  const [shown, setShown] = useState(plan)
  if (plan !== undefined && plan !== shown) setShown(plan)
  const { act, dialog } = useAct({
    call: (next: Plan) => api.send(`${operatorPath}/accounts/${id}/plan`, { plan: next }),
    onSuccess: () => {
      snackbar.info('The plan has been changed.')
      onClose()
    },
  })
  const close = () => {
    act.reset()
    onClose()
  }
  return (
    <>
      <ConfirmDialog
        opened={plan !== undefined}
        title="Change the plan?"
        cancelLabel="Cancel"
        confirmLabel="Change plan"
        isBusy={act.isPending}
        error={act.isError ? messageOf(act.error) : undefined}
        onCancel={close}
        onConfirm={() => plan && act.mutate(plan)}
      >
        <strong>{name}</strong> goes from {plans[current].label} to {shown && plans[shown].label} at once. A
        subscription that it pays for is cancelled.
      </ConfirmDialog>
      {dialog}
    </>
  )
}
