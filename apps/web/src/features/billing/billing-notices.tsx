import type { AccountBillingView } from '@knockwire/domain/billing/billing'
import { isOffered, plans } from '@knockwire/domain/plans/plans'
import type { Plan } from '@knockwire/domain/plans/plan'
import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../lib/navigation/paths.ts'
import { Notice } from '../../components/ui/feedback/notice.tsx'
import { dayOf } from './queries.ts'
import classes from './billing.module.css'
import { useOwnersOnly } from './owners-only.ts'

interface BillingNoticesProps {
  plan: Plan
  billing: AccountBillingView
  onAddCard: () => void
}

/** What the owner has to know before anything else on the page. */
export function BillingNotices({ plan, billing: { stripePublicKey, billing }, onAddCard }: BillingNoticesProps) {
  const { label } = plans[plan]
  const ownersOnly = useOwnersOnly()
  return (
    <>
      {stripePublicKey === null && (
        <Notice tone="idle" title="Payments are not set up on this server">
          The operator of this server sets plans, with the command <code>pnpm plan:set</code>.
        </Notice>
      )}
      {!isOffered(plan) && (
        <Notice tone="idle" title={`Your account is on the ${label} plan`}>
          It was set up by agreement. To change it,{' '}
          <Anchor component={Link} to={paths.support} inherit underline="always">
            contact us
          </Anchor>
          .
        </Notice>
      )}
      {billing.failedPayment !== null && (
        <Notice
          tone="bad"
          title={`The payment for your ${label} plan failed on ${dayOf(billing.failedPayment.failedDate)}`}
        >
          <p className={classes.text}>
            {billing.failedPayment.nextAttemptDate === null
              ? 'It will not be tried again.'
              : `It will be tried again on ${dayOf(billing.failedPayment.nextAttemptDate)}.`}{' '}
            If it keeps failing, your account moves to the Free plan. A new card is charged immediately.
          </p>
          <Button className={classes.noticeButton ?? ''} variant="default" onClick={onAddCard} {...ownersOnly}>
            Use another card
          </Button>
        </Notice>
      )}
      {billing.endDate !== null && (
        <Notice tone="idle" title={`Your ${label} plan ends on ${dayOf(billing.endDate)}`}>
          No card is saved. Add one before then to keep the plan.
        </Notice>
      )}
    </>
  )
}
