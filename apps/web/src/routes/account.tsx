import { Outlet } from 'react-router'
import { paths } from '../lib/navigation/paths.ts'
import { LeaveGuard } from '../components/ui/dialogs/leave-guard.tsx'
import { PageHeader } from '../components/ui/layout/page-header.tsx'
import { PageTabs } from '../components/ui/layout/page-tabs.tsx'
import { useAccount } from '../lib/session/account.ts'
import { SectionBoundary } from '../components/ui/feedback/section-boundary.tsx'
import { hasPlans } from '../lib/session/instance.ts'

const tabs = [
  { to: paths.account, text: hasPlans ? 'Plan and billing' : 'Usage' },
  { to: paths.accountTab('members'), text: 'Members' },
  { to: paths.accountTab('profile'), text: 'Profile' },
  { to: paths.accountTab('security'), text: 'Security' },
  { to: paths.accountTab('tokens'), text: 'API tokens' },
  { to: paths.accountTab('code'), text: 'Code' },
  { to: paths.accountTab('data'), text: 'Data' },
]

/** For owners. */
const auditTab = { to: paths.accountTab('audit-log'), text: 'Audit log' }

/** Each form of these pages, and each dialog over them, says itself what would be lost. */
const leaveTexts = { title: 'Leave without saving?', message: '', stayLabel: 'Keep editing' }

/** `/dashboard/account`: each tab is its own route below it. */
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
