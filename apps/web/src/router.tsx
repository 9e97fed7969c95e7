import { matchRoutes, Navigate, Outlet, type Params, type RouteObject, useLocation, useRoutes } from 'react-router'
import { Suspense, useEffect, useState } from 'react'
import { CrashBoundary, PageCrash } from './components/layouts/page-crash.tsx'
import { NotFound, PageSkeleton } from './components/layouts/page-states.tsx'
import { PublicPage } from './components/layouts/public-page.tsx'
import {
  ExecutionHistory,
  loadExecutionHistory,
  loadRequestHistory,
  RequestHistory,
} from './features/history/history-tabs.ts'
import { SettingsTab as ReceiverSettingsTab } from './features/receivers/detail/settings-tab.ts'
import { SettingsTab as TaskSettingsTab } from './features/tasks/detail/settings-tab.ts'
import { instance } from './lib/instance.ts'
import { type LazyPart, lazyPart } from './lib/lazy-part.ts'
import { createPageHistory } from './lib/navigation/page-history.ts'
import { PageRouter, useIsPageLoaded } from './lib/navigation/page-router.tsx'
import { type PageHandle, prefetchOnIntent } from './lib/prefetch.ts'
import { queryClient } from './lib/query-client.ts'
import { Dashboard } from './routes/dashboard.tsx'

const TaskList = lazyPart(async () => (await import('./features/tasks/list/task-list.tsx')).TaskList)
const TaskDetail = lazyPart(async () => (await import('./routes/task-detail.tsx')).TaskDetail)
const DraftPage = lazyPart(async () => (await import('./routes/draft.tsx')).DraftPage)
const ReceiverList = lazyPart(async () => (await import('./features/receivers/list/receiver-list.tsx')).ReceiverList)
const ReceiverDetail = lazyPart(async () => (await import('./routes/receiver-detail.tsx')).ReceiverDetail)
const Account = lazyPart(async () => (await import('./routes/account.tsx')).Account)
const PlanAndBilling = lazyPart(
  async () => (await import('./features/billing/plan-and-billing-tab.tsx')).PlanAndBillingTab,
)
const Profile = lazyPart(async () => (await import('./features/account/profile-tab.tsx')).ProfileTab)
const Members = lazyPart(async () => (await import('./features/account/members/members-tab.tsx')).MembersTab)
const Security = lazyPart(async () => (await import('./features/account/security-tab.tsx')).SecurityTab)
const Tokens = lazyPart(async () => (await import('./features/account/tokens-tab.tsx')).TokensTab)
const AuditLog = lazyPart(async () => (await import('./features/account/audit/audit-log-tab.tsx')).AuditLogTab)
const Data = lazyPart(async () => (await import('./features/account/data-tab.tsx')).DataTab)
const Operator = lazyPart(async () => (await import('./routes/operator.tsx')).Operator)
const Support = lazyPart(async () => (await import('./routes/support.tsx')).Support)

type Page = LazyPart<object>
type Preloaded = Pick<Page, 'preload' | 'isLoaded'>

/** A page, with what is loaded beside it rather than after it. */
const page = (Shown: Page, ...beside: Preloaded[]) => ({
  element: <Shown />,
  handle: { parts: [Shown, ...beside] } satisfies PageHandle,
})

/** A page whose data is fetched while its code is, and ahead of both where a link to it is rested on. */
const pageWithData = (Shown: Page, tab: Preloaded, prefetch: (params: Params) => Promise<void>) => ({
  element: <Shown />,
  handle: { parts: [Shown, tab], prefetch } satisfies PageHandle,
})

const taskDetail = (tab: Preloaded) =>
  pageWithData(TaskDetail, tab, async ({ taskId = '' }) =>
    (await import('./features/tasks/task-queries.ts')).prefetchTask(queryClient, taskId),
  )
const receiverDetail = (tab: Preloaded) =>
  pageWithData(ReceiverDetail, tab, async ({ receiverId = '' }) =>
    (await import('./features/receivers/receiver-queries.ts')).prefetchReceiver(queryClient, receiverId),
  )

/** With the newest rows beside their owner; those that an address names are fetched with the page on which they stand. */
const withRows = (
  { element, handle }: ReturnType<typeof pageWithData>,
  prefetchRows: (params: Params) => Promise<void>,
) => ({
  element,
  handle: {
    ...handle,
    prefetch: (params: Params) =>
      Promise.all([handle.prefetch(params), params['executionId'] === undefined && prefetchRows(params)]),
  } satisfies PageHandle,
})
const taskHistory = withRows(taskDetail(ExecutionHistory), async ({ taskId = '' }) =>
  (await loadExecutionHistory()).prefetchExecutions(queryClient, taskId),
)
const receiverHistory = withRows(receiverDetail(RequestHistory), async ({ receiverId = '' }) =>
  (await loadRequestHistory()).prefetchRequests(queryClient, receiverId),
)

const accountTabs: RouteObject[] = [
  { index: true, ...page(PlanAndBilling) },
  { path: 'members', ...page(Members) },
  { path: 'profile', ...page(Profile) },
  { path: 'security', ...page(Security) },
  { path: 'tokens', ...page(Tokens) },
  { path: 'audit-log', ...page(AuditLog) },
  { path: 'data', ...page(Data) },
]

const dashboardPages: RouteObject[] = [
  { index: true, ...page(TaskList) },
  { path: 'tasks', ...page(TaskList) },
  { path: 'tasks/:taskId', ...taskDetail(TaskSettingsTab) },
  { path: 'tasks/:taskId/executions/:executionId?', ...taskHistory },
  { path: 'drafts/:taskId', ...page(DraftPage) },
  { path: 'receivers', ...page(ReceiverList) },
  { path: 'receivers/:receiverId', ...receiverDetail(ReceiverSettingsTab) },
  {
    path: 'receivers/:receiverId/executions/:executionId?',
    ...receiverHistory,
  },
  { path: 'account', ...page(Account), children: accountTabs },
  { path: 'operator/*', ...page(Operator) },
  { path: 'support', ...page(Support) },
  { path: '*', element: <NotFound /> },
]

/** Visitors' pages are a document of their own, without the router. */
const visitorPages: RouteObject[] = ['signin', 'signup', 'forgot', 'logout', 'invite'].map((path) => ({
  path,
  element: <OpenDocument />,
}))

const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      { index: true, element: <Navigate to="/dashboard" replace /> },
      // Loaded with the document, which shows its top bar already: nothing comes in between.
      { path: 'dashboard', element: <Dashboard />, children: [{ element: <Pages />, children: dashboardPages }] },
      ...visitorPages,
      {
        path: '*',
        element: (
          <PublicPage>
            <NotFound />
          </PublicPage>
        ),
      },
    ],
  },
]

const handlesOf = (pathname: string) =>
  (matchRoutes(routes, pathname) ?? []).map(({ route, params }) => ({
    handle: route.handle as PageHandle | undefined,
    params,
  }))

/** Loads a page's code, unless it is there, and its data. What fails is loaded again, and reported, where the page shows it. */
function load(pathname: string): Promise<unknown> | undefined {
  const handles = handlesOf(pathname)
  for (const { handle, params } of handles) handle?.prefetch?.(params).catch(() => {})
  const missing = handles.flatMap(({ handle }) => handle?.parts ?? []).filter((part) => !part.isLoaded())
  return missing.length === 0 ? undefined : Promise.allSettled(missing.map((part) => part.preload()))
}

const pages = createPageHistory(load)
prefetchOnIntent(load)

export function App() {
  return (
    <PageRouter pages={pages}>
      <Routes />
    </PageRouter>
  )
}

const Routes = () => useRoutes(routes)

/** The dashboard's pages: where one crashes, what stands around it goes on. */
function Pages() {
  const { key } = useLocation()
  const isLoaded = useIsPageLoaded()
  if (!isLoaded) return <PageSkeleton />
  return (
    <CrashBoundary place={key}>
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
      </Suspense>
    </CrashBoundary>
  )
}

/** Any URL containing `/rates` is the public rates page, a document of its own [SH-31, SH-32]. */
function Root() {
  const { pathname, key } = useLocation()
  return (
    <CrashBoundary place={key}>
      {instance.hasRates && pathname.includes('/rates') ? <OpenDocument /> : <Outlet />}
    </CrashBoundary>
  )
}

/**
 * The address is the right one already; the server answers it with the document. Where this document is what it answered
 * with, as a server does that an upgrade has not replaced yet, another time would not help.
 */
function OpenDocument() {
  const [isAnswer] = useState(isDocumentOfThisAddress)
  useEffect(() => {
    if (!isAnswer) window.location.reload()
  }, [isAnswer])
  return isAnswer ? <PageCrash /> : null
}

function isDocumentOfThisAddress(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && URL.parse(navigation.name)?.pathname === window.location.pathname
}
