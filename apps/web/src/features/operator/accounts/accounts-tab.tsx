import type { OperatorAccountView } from '@knockwire/domain/operator/operator'
import type { Plan } from '@knockwire/domain/plans/plan'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { PanelSection } from '../../../components/ui/layout/panel-section.tsx'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import classes from '../operator.module.css'
import { OperatorList } from '../operator-list.tsx'
import { accountsQuery } from '../queries.ts'
import { useListAddress } from '../use-list-address.ts'
import { AccountRow } from './account-row.tsx'
import { PlanDialog } from './plan-dialog.tsx'

const SuspendDialog = lazyPart(async () => (await import('./suspend-dialog.tsx')).SuspendDialog, {
  close: ({ onClose }) => onClose(),
})
const DeleteDialog = lazyPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog, {
  close: ({ onClose }) => onClose(),
})

/** What is to be done to an account, once its dialog is confirmed. */
type Planned = { kind: 'suspend' } | { kind: 'delete' } | { kind: 'plan'; plan: Plan }

/** Every account of this server, with what an operator may do to it. */
export function AccountsTab() {
  const list = useListAddress()
  const query = useQuery(accountsQuery(list.address))
  const [account, setAccount] = useState<OperatorAccountView>()
  const [planned, setPlanned] = useState<Planned>()
  const plan = (on: OperatorAccountView, act: Planned) => {
    setAccount(on)
    setPlanned(act)
  }
  const close = () => setPlanned(undefined)
  return (
    <PanelSection title="Accounts" lead="Newest first. What you do here is in the audit log of the account.">
      <OperatorList<OperatorAccountView> things="accounts" list={list} query={query}>
        {(rows) => (
          <ul className={classes.list} aria-label="Accounts">
            {rows.map((row) => (
              <AccountRow
                key={row.id}
                account={row}
                onSuspend={() => plan(row, { kind: 'suspend' })}
                onDelete={() => plan(row, { kind: 'delete' })}
                onPlan={(next) => plan(row, { kind: 'plan', plan: next })}
              />
            ))}
          </ul>
        )}
      </OperatorList>
      {account && (
        <>
          <Suspense fallback={null}>
            <SuspendDialog account={account} opened={planned?.kind === 'suspend'} onClose={close} />
            <DeleteDialog account={account} opened={planned?.kind === 'delete'} onClose={close} />
          </Suspense>
          <PlanDialog account={account} plan={planned?.kind === 'plan' ? planned.plan : undefined} onClose={close} />
        </>
      )}
    </PanelSection>
  )
}
