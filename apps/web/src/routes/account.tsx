import { Outlet } from 'react-router'
import { LeaveGuard } from '../components/ui/leave-guard.tsx'
import { PageHeader } from '../components/ui/page-header.tsx'
import { PageTabs } from '../components/ui/page-tabs.tsx'
import { useAccount } from '../lib/account.ts'
import { SectionBoundary } from '../components/ui/section-boundary.tsx'
import { hasPlans } from '../lib/instance.ts'

const path = '/dashboard/account'

const tabs = [
  { to: path, text: hasPlans ? 'Plan and billing' : 'Usage' },
  { to: `${path}/members`, text: 'Members' },
  { to: `${path}/profile`, text: 'Profile' },
  { to: `${path}/security`, text: 'Security' },
  { to: `${path}/tokens`, text: 'API tokens' },
  { to: `${path}/data`, text: 'Data' },
]

/** For owners. */
const auditTab = { to: `${path}/audit-log`, text: 'Audit log' }

/** Each form of these pages, and each dialog over them, says itself what would be lost. */
const leaveTexts = { title: 'Leave without saving?', message: '', stayLabel: 'Keep editing' }

/** `/dashboard/account`: each tab is a route of its own below it. */
export function Account() {
  const isOwner = useAccount().data?.role === 'OWNER'
  return (
    <LeaveGuard {...leaveTexts} isActive={false}>
      <PageHeader title="Account" />
      <PageTabs label="Account" tabs={isOwner ? [...tabs, auditTab] : tabs} />
      <SectionBoundary section="This page">
        <Outlet />
      </SectionBoundary>
    </LeaveGuard>
  )
}
