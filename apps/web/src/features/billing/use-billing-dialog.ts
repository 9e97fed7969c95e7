import { OfferedPlan } from '@knockwire/domain/billing/billing'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

export type BillingDialog = { kind: 'add-card' } | { kind: 'remove-card' } | { kind: 'plan'; plan: OfferedPlan }

interface BillingDialogState {
  dialog: BillingDialog | null
  /** `needsStripe`: a card is entered in it. */
  open: (dialog: BillingDialog, needsStripe: boolean) => void
  close: () => void
}

/**
 * The server lets Stripe's script run in the account page's own document only. Whoever came here from another page of the
 * dashboard is still in that page's document: it is loaded anew when a card is to be entered, with the dialog open again.
 */
export function useBillingDialog(): BillingDialogState {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<BillingDialog | null>(() => dialogIn(params))
  return {
    dialog,
    open: (next, needsStripe) => {
      if (needsStripe && loadedPath() !== pathname) window.location.assign(`${pathname}?${queryOf(next)}`)
      else setDialog(next)
    },
    close: () => {
      setDialog(null)
      if (params.size > 0) void navigate(pathname, { replace: true })
    },
  }
}

/** Of the document, whatever the router has shown since. */
function loadedPath(): string | null {
  const [entry] = performance.getEntriesByType('navigation')
  return entry === undefined ? null : new URL(entry.name).pathname
}

function queryOf(dialog: BillingDialog): string {
  return dialog.kind === 'plan' ? `dialog=plan&plan=${dialog.plan}` : `dialog=${dialog.kind}`
}

function dialogIn(params: URLSearchParams): BillingDialog | null {
  if (params.get('dialog') === 'add-card') return { kind: 'add-card' }
  const plan = OfferedPlan.safeParse(params.get('plan'))
  return params.get('dialog') === 'plan' && plan.success ? { kind: 'plan', plan: plan.data } : null
}
