import type { BillingView } from '@knockwire/domain/billing/billing'
import { plans } from '@knockwire/domain/plans/plans'
import type { Plan } from '@knockwire/domain/plans/plan'
import { useConfirmation } from '../../components/confirmation/confirm-identity.tsx'
import classes from './billing.module.css'
import { CardField, useCardElement, useCardSubmit } from './card-field.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { dayOf, useAddCard, useRemoveCard } from './queries.ts'

interface AddCardDialogProps {
  publicKey: string
  onClose: () => void
}

export function AddCardDialog({ publicKey, onClose }: AddCardDialogProps) {
  const card = useCardElement(publicKey)
  const confirmation = useConfirmation()
  const addCard = useAddCard(confirmation.run)
  const submit = useCardSubmit(async () => {
    await addCard.mutateAsync(await card.tokenize())
    onClose()
  })
  return (
    <>
      <DialogFrame
        title="Add payment method"
        submitLabel="Add"
        busyLabel="Adding"
        isBusy={submit.isBusy}
        isReady={card.state === 'ready'}
        error={submit.error}
        onSubmit={submit.run}
        onClose={onClose}
      >
        <CardField card={card} />
      </DialogFrame>
      {confirmation.dialog}
    </>
  )
}

interface RemoveCardDialogProps {
  plan: Plan
  billing: BillingView
  onClose: () => void
}

export function RemoveCardDialog({ plan, billing, onClose }: RemoveCardDialogProps) {
  const confirmation = useConfirmation()
  const removeCard = useRemoveCard(confirmation.run)
  const submit = useCardSubmit(async () => {
    await removeCard.mutateAsync()
    onClose()
  })
  return (
    <>
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
            account moves to the Free plan, unless you add a card before then.
          </p>
        )}
      </DialogFrame>
      {confirmation.dialog}
    </>
  )
}
