import type { BillingView, OfferedPlan } from '@knockwire/domain/billing/billing'
import { plans } from '@knockwire/domain/plans/plans'
import type { Plan } from '@knockwire/domain/plans/plan'
import { useConfirmation } from '../../components/confirmation/confirm-identity.tsx'
import classes from './billing.module.css'
import { CardField, useCardElement, useCardSubmit } from './card-field.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { priceOf } from './plan-table.tsx'
import { useUpdatePlan } from './queries.ts'

const priceCents = (plan: Plan) => plans[plan].priceCentsPerMonth ?? 0

/** The effects of a change of plan, shown before it is made. */
export function planChangeText(
  current: Plan,
  next: OfferedPlan,
  { hasPaymentMethod, lastFour }: BillingView,
): string[] {
  const { label } = plans[current]
  const kept = `Your tasks and receivers are kept. If you have more than the ${plans[next].label} plan includes, you can’t create new ones.`
  if (next === 'FREE')
    return [`Your ${label} plan ends now, and what you paid for the rest of the month becomes credit.`, kept]
  const card = hasPaymentMethod ? `Your card ending in ${lastFour}` : 'Your card'
  if (current === 'FREE') return [`${card} is charged now, and every month from today.`]
  if (priceCents(next) > priceCents(current))
    return [`${card} is charged the difference for the rest of this month now, and the full price from the next month.`]
  return [
    `The change takes effect now. The difference for the rest of this month becomes credit, which pays your next bills.`,
    kept,
  ]
}

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
  const confirmation = useConfirmation()
  const updatePlan = useUpdatePlan(confirmation.run)
  const submit = useCardSubmit(async () => {
    const cardTokenId = tokenize === null ? null : await tokenize()
    await updatePlan.mutateAsync({ plan: next, ...(cardTokenId !== null && { cardTokenId }) })
    onClose()
  })
  return (
    <>
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
        {planChangeText(current, next, billing).map((text) => (
          <p key={text} className={classes.text}>
            {text}
          </p>
        ))}
        {children}
      </DialogFrame>
      {confirmation.dialog}
    </>
  )
}
