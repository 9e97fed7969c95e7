import { createBrowserRouter, Outlet, type Params, redirect, type RouteObject, useLocation } from 'react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { PageCrash } from './components/layouts/page-crash.tsx'
import { NotFound, PageSkeleton } from './components/layouts/page-states.tsx'
import type { PrefetchHandle } from './lib/prefetch.ts'
import { queryClient } from './lib/query-client.ts'
import { Dashboard } from './routes/dashboard.tsx'
import { ExecutionHistory, RequestHistory } from './features/history/history-tabs.ts'
import { SettingsTab as ReceiverSettingsTab } from './features/receivers/detail/settings-tab.ts'
import { SettingsTab as TaskSettingsTab } from './features/tasks/detail/settings-tab.ts'
import { PublicPage } from './components/layouts/public-page.tsx'

const tasks = async () => ({ Component: (await import('./features/tasks/list/task-list.tsx')).TaskList })
const taskDetail = (tab: LoadTab) =>
  withData(
    withTab(() => import('./routes/task-detail.tsx'), tab),
    async ({ taskId = '' }) => (await import('./features/tasks/task-queries.ts')).prefetchTask(queryClient, taskId),
  )
const draft = () => import('./routes/draft.tsx')
const receivers = async () => ({
  Component: (await import('./features/receivers/list/receiver-list.tsx')).ReceiverList,
})
const receiverDetail = (tab: LoadTab) =>
  withData(
    withTab(() => import('./routes/receiver-detail.tsx'), tab),
    async ({ receiverId = '' }) =>
      (await import('./features/receivers/receiver-queries.ts')).prefetchReceiver(queryClient, receiverId),
  )

const accountTabs: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import('./features/billing/plan-and-billing-tab.tsx')).PlanAndBillingTab }),
  },
  {
    path: 'profile',
    lazy: async () => ({ Component: (await import('./features/account/profile-tab.tsx')).ProfileTab }),
  },
  {
    path: 'security',
    lazy: async () => ({ Component: (await import('./features/account/security-tab.tsx')).SecurityTab }),
  },
  { path: 'tokens', lazy: async () => ({ Component: (await import('./features/account/tokens-tab.tsx')).TokensTab }) },
  { path: 'data', lazy: async () => ({ Component: (await import('./features/account/data-tab.tsx')).DataTab }) },
]

const dashboardPages: RouteObject[] = [
  { index: true, lazy: tasks },
  { path: 'tasks', lazy: tasks },
  { path: 'tasks/:taskId', ...taskDetail(TaskSettingsTab.preload) },
  {
    path: 'tasks/:taskId/executions/:executionId?',
    ...taskDetail(ExecutionHistory.preload),
  },
  { path: 'drafts/:taskId', lazy: draft },
  { path: 'receivers', lazy: receivers },
  { path: 'receivers/:receiverId', ...receiverDetail(ReceiverSettingsTab.preload) },
  {
    path: 'receivers/:receiverId/executions/:executionId?',
    ...receiverDetail(RequestHistory.preload),
  },
  { path: 'account', lazy: () => import('./routes/account.tsx'), children: accountTabs },
  { path: 'support', lazy: () => import('./routes/support.tsx') },
  { path: '*', Component: NotFound },
]

/** Visitors' pages are a document of their own, without the router. */
const visitorPages: RouteObject[] = ['signin', 'signup', 'forgot', 'logout'].map((path) => ({
  path,
  Component: OpenDocument,
}))

// Loaded with the document, which shows its top bar already: nothing comes in between.
const dashboard = {
  path: 'dashboard',
  Component: Dashboard,
  children: [{ ErrorBoundary: PageCrash, HydrateFallback: PageSkeleton, children: dashboardPages }],
}

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: PageCrash,
    HydrateFallback: () => null,
    children: [
      { index: true, loader: () => redirect('/dashboard') },
      dashboard,
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
])

type LoadTab = () => Promise<void>

/**
 * A page of tabs, loaded with the one that its address names: beside the page rather than after it, and ahead of both where
 * a link to the tab is rested on. A tab that does not load is loaded again, or waited for, where the page shows it.
 */
function withTab<Page>(page: () => Promise<Page>, tab: LoadTab): () => Promise<Page> {
  return async () => {
    const [loaded] = await Promise.all([page(), tab().catch(() => {})])
    return loaded
  }
}

/** A page whose data is fetched while its code is, and ahead of both where a link to it is rested on. */
function withData(lazy: () => Promise<{ Component: () => ReactNode }>, prefetch: (params: Params) => Promise<void>) {
  return {
    lazy,
    loader: ({ params }: { params: Params }) => {
      // Not awaited: the page shows that it loads, and what failed.
      prefetch(params).catch(() => {})
      return null
    },
    // Its queries keep themselves up to date.
    shouldRevalidate: () => false,
    handle: { prefetch } satisfies PrefetchHandle,
  }
}

/** Any URL containing `/rates` is the public rates page, a document of its own [SH-31, SH-32]. */
function Root() {
  const { pathname } = useLocation()
  return pathname.includes('/rates') ? <OpenDocument /> : <Outlet />
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
