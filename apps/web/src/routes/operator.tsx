import { Outlet } from 'react-router'
import { NotFound } from '../components/layouts/page-states.tsx'
import { PageHeader } from '../components/ui/page-header.tsx'
import { PageTabs } from '../components/ui/page-tabs.tsx'
import { SectionBoundary } from '../components/ui/section-boundary.tsx'
import { SkeletonRows } from '../components/ui/skeleton-rows.tsx'
import { useAccount } from '../lib/account.ts'
import { ErrorState } from '../components/ui/empty-state.tsx'

const path = '/dashboard/operator'

const tabs = [
  { to: path, text: 'Overview' },
  { to: `${path}/accounts`, text: 'Accounts' },
  { to: `${path}/users`, text: 'Users' },
  { to: `${path}/errors`, text: 'Errors' },
  { to: `${path}/activity`, text: 'Activity' },
]

/** `/dashboard/operator`, for those who run the server: to anybody else there is no such page. */
export function Operator() {
  const { data: account, error, refetch } = useAccount()
  if (account === undefined && error !== null)
    return <ErrorState title="Your account could not be loaded." error={error} onRetry={() => void refetch()} />
  if (account === undefined) return <SkeletonRows label="Loading the page…" rows={5} />
  if (!account.isOperator) return <NotFound />
  return (
    <>
      <PageHeader title="Operator" />
      <PageTabs label="Operator" tabs={tabs} />
      <SectionBoundary section="This page">
        <Outlet />
      </SectionBoundary>
    </>
  )
}
