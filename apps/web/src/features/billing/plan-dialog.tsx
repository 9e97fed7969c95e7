import type { BillingView, OfferedPlan } from '@knockwire/domain/billing/billing'
import { plans, type Plan } from '@knockwire/domain/plans/plans'
import { CardField } from './card-field.tsx'
import classes from './billing.module.css'
import { DialogFrame } from './dialog-frame.tsx'
import { planChangeText } from './plan-change-text.ts'
import { priceOf } from './plan-facts.ts'
import { useUpdatePlan } from './queries.ts'
import { useCardElement } from './use-card-element.ts'
import { useCardSubmit } from './use-card-submit.ts'

interface PlanDialogProps {
  publicKey: string
  current: Plan
  next: OfferedPlan
  billing: BillingView
  onClose: () => void
}

/** Asks for a card where none is saved and the plan costs something. */
export function PlanDialog(props: PlanDialogProps) {
  const isCardNeeded = props.next !== 'FREE' && !props.billing.hasPaymentMethod
  return isCardNeeded ? <WithCard {...props} /> : <WithoutCard {...props} />
}

function WithCard(props: PlanDialogProps) {
  const card = useCardElement(props.publicKey)
  return (
    <Confirmation {...props} isReady={card.state === 'ready'} tokenize={card.tokenize}>
      <CardField card={card} />
    </Confirmation>
  )
}

function WithoutCard(props: PlanDialogProps) {
  return <Confirmation {...props} isReady tokenize={null} />
}

interface ConfirmationProps extends PlanDialogProps {
  isReady: boolean
  tokenize: (() => Promise<string>) | null
  children?: React.ReactNode
}

function Confirmation({ current, next, billing, onClose, isReady, tokenize, children }: ConfirmationProps) {
  const updatePlan = useUpdatePlan()
  const submit = useCardSubmit(async () => {
    const cardTokenId = tokenize === null ? null : await tokenize()
    await updatePlan.mutateAsync({ plan: next, ...(cardTokenId !== null && { cardTokenId }) })
    onClose()
  })
  return (
    <DialogFrame
      title={`Change to the ${plans[next].label} plan`}
      submitLabel="Confirm"
      busyLabel="Submitting"
      isBusy={submit.isBusy}
      isReady={isReady}
      error={submit.error}
      onSubmit={submit.run}
      onClose={onClose}
    >
      <p className={classes.chosen}>
        <span className={classes.planName}>{plans[next].label}</span>
        <span>{priceOf(plans[next])}</span>
      </p>
      {planChangeText(current, next, billing).map((sentence) => (
        <p key={sentence} className={classes.text}>
          {sentence}
        </p>
      ))}
      {children}
    </DialogFrame>
  )
}
