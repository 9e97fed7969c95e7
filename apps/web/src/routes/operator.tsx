import { Suspense, useEffect } from 'react'
import { type RouteObject, useRoutes } from 'react-router'
import { lazyPart } from '../lib/navigation/lazy-part.ts'
import { prefetchWhenIdle } from '../lib/navigation/prefetch-when-idle.ts'
import { paths } from '../lib/navigation/paths.ts'
import { NotFound } from '../components/layouts/page-states.tsx'
import { LeaveGuard } from '../components/ui/dialogs/leave-guard.tsx'
import { PageHeader } from '../components/ui/layout/page-header.tsx'
import { PageTabs } from '../components/ui/layout/page-tabs.tsx'
import { SectionBoundary } from '../components/ui/feedback/section-boundary.tsx'
import { SkeletonRows } from '../components/ui/feedback/skeleton-rows.tsx'
import { useAccount } from '../lib/session/account.ts'
import { ErrorState } from '../components/ui/feedback/empty-state.tsx'

import { AccountsTab } from '../features/operator/accounts/accounts-tab.tsx'
import { ErrorsTab } from '../features/operator/errors-tab.tsx'
import { OverviewTab } from '../features/operator/overview/overview-tab.tsx'
import { UsersTab } from '../features/operator/users-tab.tsx'

// With all that an event of an audit log says.
const ActivityTab = lazyPart(async () => (await import('../features/operator/activity-tab.tsx')).ActivityTab)

const tabs = [
  { to: paths.operator, text: 'Overview' },
  { to: paths.operatorTab('accounts'), text: 'Accounts' },
  { to: paths.operatorTab('users'), text: 'Users' },
  { to: paths.operatorTab('errors'), text: 'Errors' },
  { to: paths.operatorTab('activity'), text: 'Activity' },
]

/** In one file with the page, but for one: few people open it, and those go through all of its tabs. */
const routes: RouteObject[] = [
  { index: true, element: <OverviewTab /> },
  { path: 'accounts', element: <AccountsTab /> },
  { path: 'users', element: <UsersTab /> },
  { path: 'errors', element: <ErrorsTab /> },
  {
    path: 'activity',
    element: (
      <Suspense fallback={<SkeletonRows label="Loading the page…" rows={5} />}>
        <ActivityTab />
      </Suspense>
    ),
  },
  { path: '*', element: <NotFound /> },
]

/** The form of the banner, and each dialog over these pages, says itself what would be lost. */
const leaveTexts = { title: 'Leave without saving?', message: '', stayLabel: 'Keep editing' }

const Tab = () => useRoutes(routes)

/** `/dashboard/operator`, for those who run the server: to anybody else there is no such page. */
export function Operator() {
  const { data: account, error, refetch } = useAccount()
  useEffect(() => prefetchWhenIdle(ActivityTab.preload), [])
  if (account === undefined && error !== null)
    return <ErrorState title="Your account could not be loaded." error={error} onRetry={() => void refetch()} />
  if (account === undefined) return <SkeletonRows label="Loading the page…" rows={5} />
  if (!account.isOperator) return <NotFound />
  return (
    <LeaveGuard {...leaveTexts} isActive={false}>
      <PageHeader title="Operator" />
      <PageTabs label="Operator" tabs={tabs} />
      <SectionBoundary section="This page">
        <Tab />
      </SectionBoundary>
    </LeaveGuard>
  )
}
