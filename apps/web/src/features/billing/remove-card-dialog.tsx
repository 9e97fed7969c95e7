import type { BillingView } from '@knockwire/domain/billing/billing'
import { plans, type Plan } from '@knockwire/domain/plans/plans'
import { dayOf, useRemoveCard } from './queries.ts'
import { DialogFrame } from './dialog-frame.tsx'
import classes from './billing.module.css'
import { useCardSubmit } from './card-field.tsx'

interface RemoveCardDialogProps {
  plan: Plan
  billing: BillingView
  onClose: () => void
}

export function RemoveCardDialog({ plan, billing, onClose }: RemoveCardDialogProps) {
  const removeCard = useRemoveCard()
  const submit = useCardSubmit(async () => {
    await removeCard.mutateAsync()
    onClose()
  })
  return (
    <DialogFrame
      title="Remove payment method"
      submitLabel="Remove"
      busyLabel="Submitting"
      isBusy={submit.isBusy}
      isDangerous
      error={submit.error}
      onSubmit={submit.run}
      onClose={onClose}
    >
      <p className={classes.text}>The card ending in {billing.lastFour} will be removed.</p>
      {billing.nextBillingDate > 0 && (
        <p className={classes.text}>
          Your {plans[plan].label} plan stays until {dayOf(billing.nextBillingDate)}, which is paid for. Then your
          account moves to the Free plan, unless you add a card before.
        </p>
      )}
    </DialogFrame>
  )
}
