import type { AccountView, UsageView } from '@knockwire/domain/accounts/account'
import type { AccountBillingView, OfferedPlan } from '@knockwire/domain/billing/billing'
import { isOffered, offeredPlans } from '@knockwire/domain/plans/plans'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useLocation, useSearchParams } from 'react-router'
import { ErrorState } from '../../components/ui/feedback/empty-state.tsx'
import { Panel } from '../../components/ui/layout/panel.tsx'
import { useAccount } from '../../lib/session/account.ts'
import { usePageNavigate } from '../../lib/navigation/use-page-navigate.ts'
import { hasPlans } from '../../lib/session/instance.ts'
import { AccountTable, PaymentRows } from './account-table.tsx'
import { AddCardDialog, RemoveCardDialog } from './card-dialogs.tsx'
import { BillingNotices } from './billing-notices.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { PlanTable } from './plan-table.tsx'
import { useBilling, useUsage } from './queries.ts'
import { Section, SettingsSection } from './settings-section.tsx'

import classes from './billing.module.css'
import { findOption } from '../../lib/format/options.ts'

/** `/dashboard/account`: what is used of what the account may have; of a plan also what it costs, and how it is paid. */
export const PlanAndBillingTab = () => (hasPlans ? <PlanTab /> : <UsageTab />)

function UsageTab() {
  const parts = [useAccount(), useUsage()] as const
  const [account, usage] = parts
  if (account.data && usage.data)
    return (
      <div className={classes.stack}>
        <Section title="Your account">
          <AccountTable account={account.data} usage={usage.data} />
        </Section>
        <SettingsSection settings={account.data.settings} />
      </div>
    )
  return <NotLoaded what="usage" parts={parts} />
}

function PlanTab() {
  const parts = [useAccount(), useBilling(), useUsage()] as const
  const [account, billing, usage] = parts
  if (account.data && billing.data && usage.data) {
    return <Loaded account={account.data} billing={billing.data} usage={usage.data} />
  }
  return <NotLoaded what="plan and billing" parts={parts} />
}

interface NotLoadedProps {
  what: string
  parts: readonly { isError: boolean; error: unknown; refetch: () => Promise<unknown> }[]
}

function NotLoaded({ what, parts }: NotLoadedProps) {
  const failed = parts.find(({ isError }) => isError)
  if (failed === undefined) return <Loading what={what} />
  return (
    <Panel>
      <ErrorState
        title={`Your ${what} could not be loaded.`}
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
  const { dialog: named, open, close } = useBillingDialog()
  // An address names it to anybody.
  const dialog = account.role === 'OWNER' ? named : null
  const { plan } = account
  const { stripePublicKey, billing: state } = billing
  const addCard = () => open({ kind: 'add-card' })
  return (
    <div className={classes.stack}>
      <BillingNotices plan={plan} billing={billing} onAddCard={addCard} />
      <Section title="Your account">
        <AccountTable account={account} usage={usage}>
          <PaymentRows billing={billing} onAddCard={addCard} onRemoveCard={() => open({ kind: 'remove-card' })} />
        </AccountTable>
      </Section>
      <Section title="Plans">
        <PlanTable
          current={plan}
          isSold={stripePublicKey !== null}
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

function Loading({ what }: { what: string }) {
  return (
    <div role="status" className={classes.stack}>
      <VisuallyHidden>Loading your {what}...</VisuallyHidden>
      <Skeleton height={420} />
      <Skeleton height={560} />
    </div>
  )
}

export type BillingDialog = { kind: 'add-card' } | { kind: 'remove-card' } | { kind: 'plan'; plan: OfferedPlan }

interface BillingDialogState {
  dialog: BillingDialog | null
  open: (dialog: BillingDialog) => void
  close: () => void
}

/** The open dialog is part of the address: Back closes it, and it is open again after a reload or another sign-in. */
function useBillingDialog(): BillingDialogState {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = usePageNavigate()
  return {
    dialog: dialogIn(params),
    open: (dialog) => void navigate(`${pathname}?${queryOf(dialog)}`),
    close: () => void navigate(pathname, { replace: true }),
  }
}

function queryOf(dialog: BillingDialog): string {
  return dialog.kind === 'plan' ? `dialog=plan&plan=${dialog.plan}` : `dialog=${dialog.kind}`
}

function dialogIn(params: URLSearchParams): BillingDialog | null {
  const kind = params.get('dialog')
  if (kind === 'add-card' || kind === 'remove-card') return { kind }
  const plan = findOption(offeredPlans, params.get('plan'))
  return kind === 'plan' && plan !== undefined ? { kind, plan } : null
}
