import { OfferedPlan } from '@knockwire/domain/billing/billing'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

export type BillingDialog = { kind: 'add-card' } | { kind: 'remove-card' } | { kind: 'plan'; plan: OfferedPlan }

interface BillingDialogState {
  dialog: BillingDialog | null
  open: (dialog: BillingDialog) => void
  close: () => void
}

/** The open dialog is part of the address: Back closes it, and it is open again after a reload or another sign-in. */
export function useBillingDialog(): BillingDialogState {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
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
  const plan = OfferedPlan.safeParse(params.get('plan'))
  return kind === 'plan' && plan.success ? { kind, plan: plan.data } : null
}
