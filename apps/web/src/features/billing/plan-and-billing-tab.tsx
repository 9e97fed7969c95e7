import type { AccountView, UsageView } from '@knockwire/domain/accounts/account'
import { type AccountBillingView, isOffered } from '@knockwire/domain/billing/billing'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { ErrorState } from '../../components/ui/empty-state.tsx'
import { Panel } from '../../components/ui/panel.tsx'
import { useAccount } from '../../lib/account.ts'
import { AccountTable } from './account-table.tsx'
import { AddCardDialog } from './add-card-dialog.tsx'
import { BillingNotices } from './billing-notices.tsx'
import classes from './billing.module.css'
import { PlanDialog } from './plan-dialog.tsx'
import { PlanTable } from './plan-table.tsx'
import { useBilling, useUsage } from './queries.ts'
import { RemoveCardDialog } from './remove-card-dialog.tsx'
import { Section, SettingsSection } from './settings-section.tsx'
import { useBillingDialog } from './use-billing-dialog.ts'

/** `/dashboard/account`: what is used of the plan, what it costs, and how it is paid. */
export function PlanAndBillingTab() {
  const parts = [useAccount(), useBilling(), useUsage()] as const
  const [account, billing, usage] = parts
  if (account.data && billing.data && usage.data) {
    return <Loaded account={account.data} billing={billing.data} usage={usage.data} />
  }
  const failed = parts.find(({ isError }) => isError)
  if (failed === undefined) return <Loading />
  return (
    <Panel>
      <ErrorState
        title="Your plan and billing could not be loaded."
        error={failed.error}
        onRetry={() => void Promise.all(parts.map(({ refetch }) => refetch()))}
      />
    </Panel>
  )
}

interface LoadedProps {
  account: AccountView
  billing: AccountBillingView
  usage: UsageView
}

function Loaded({ account, billing, usage }: LoadedProps) {
  const { dialog, open, close } = useBillingDialog()
  const { plan } = account
  const { stripePublicKey, billing: state } = billing
  const addCard = () => open({ kind: 'add-card' })
  return (
    <div className={classes.stack}>
      <BillingNotices plan={plan} billing={billing} onAddCard={addCard} />
      <Section title="Your account">
        <AccountTable
          account={account}
          usage={usage}
          billing={billing}
          onAddCard={addCard}
          onRemoveCard={() => open({ kind: 'remove-card' })}
        />
      </Section>
      <Section title="Plans">
        <PlanTable
          current={plan}
          isChangeable={stripePublicKey !== null && isOffered(plan)}
          onSelect={(next) => open({ kind: 'plan', plan: next })}
        />
      </Section>
      <SettingsSection settings={account.settings} />
      {stripePublicKey !== null && dialog?.kind === 'add-card' && (
        <AddCardDialog publicKey={stripePublicKey} onClose={close} />
      )}
      {stripePublicKey !== null && dialog?.kind === 'plan' && dialog.plan !== plan && (
        <PlanDialog publicKey={stripePublicKey} current={plan} next={dialog.plan} billing={state} onClose={close} />
      )}
      {dialog?.kind === 'remove-card' && <RemoveCardDialog plan={plan} billing={state} onClose={close} />}
    </div>
  )
}

function Loading() {
  return (
    <div role="status" className={classes.stack}>
      <VisuallyHidden>Loading your plan and billing...</VisuallyHidden>
      <Skeleton height={420} />
      <Skeleton height={560} />
    </div>
  )
}
