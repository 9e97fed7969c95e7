import { type ComponentType, Suspense, useEffect, useState } from 'react'
import {
  matchRoutes,
  Navigate,
  Outlet,
  type Params,
  type RouteObject,
  RouterProvider,
  type RouterProviderProps,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router'
import { PageCrash } from './components/layouts/page-crash.tsx'
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
import { type LazyCode, lazyCode } from './lib/navigation/lazy-code.ts'
import { reportClientError } from './lib/browser/client-errors.ts'
import { instance } from './lib/session/instance.ts'
import type { LazyPart } from './lib/navigation/lazy-part.ts'
import { loadOnline } from './lib/navigation/load-online.ts'
import { paths } from './lib/navigation/paths.ts'
import { type PageHandle, prefetchOnIntent } from './lib/navigation/prefetch.ts'
import { queryClient } from './lib/api/query-client.ts'
import type { OwnerKind } from './lib/owners/owner-kind.ts'
import { prefetchOwner } from './lib/owners/owner-queries.ts'
import { Dashboard } from './routes/dashboard.tsx'

/** Loads the code of a page. Its other parts are loaded beside it, and are loaded again where they are shown, should they fail. */
type LoadPage = () => Promise<ComponentType>

/** Fetches what a page shows first into the cache. */
type Prefetch = (params: Params) => Promise<unknown>

/**
 * A page opens once its code is there: until then the one before stays, with its address. Its data is fetched beside its code.
 * `needed`: the code without which it does not open, where that is less than what `load` brings. Each route needs its own page: the
 * router changes it as it is loaded.
 */
const page = (load: LoadPage, prefetch?: Prefetch, needed?: Pick<LazyCode<unknown>, 'loaded'>) => {
  const code = lazyCode(load)
  const isLoaded = () => (needed ?? code).loaded() !== undefined
  return {
    lazy: { Component: () => loadOnline(code.load, { isLoaded }) },
    ...(prefetch && {
      loader: ({ params }: { params: Params }) => {
        // What fails is fetched again, and reported, where the page shows it.
        prefetch(params).catch(() => {})
        return null
      },
      shouldRevalidate: ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
        currentUrl.pathname !== nextUrl.pathname,
    }),
    handle: { load: code.load, prefetch } satisfies PageHandle,
  }
}

const beside = async <T,>(loading: Promise<T>, part: Pick<LazyPart<never>, 'preload'>): Promise<T> => {
  const [loaded] = await Promise.all([loading, part.preload().catch(() => {})])
  return loaded
}

interface OwnerPages<View> {
  /** The parameter of its address. */
  param: string
  kind: () => Promise<OwnerKind<View, never, unknown>>
  detail: LazyCode<ComponentType>
  settings: Pick<LazyPart<never>, 'preload'>
  history: Pick<LazyPart<never>, 'preload'>
  prefetchRows: (id: string) => Promise<unknown>
}

/** The settings and the history of an owner. The newest rows come beside it; those that an address names, with the page on which they stand. */
function ownerPages<View>({ param, kind, detail, settings, history, prefetchRows }: OwnerPages<View>) {
  const prefetchView: Prefetch = async ({ [param]: id = '' }) => prefetchOwner(queryClient, await kind(), id)
  const prefetchHistory: Prefetch = (params) =>
    Promise.all([prefetchView(params), params['executionId'] === undefined && prefetchRows(params[param] ?? '')])
  return {
    settings: page(() => beside(detail.load(), settings), prefetchView, detail),
    history: page(() => beside(detail.load(), history), prefetchHistory, detail),
  }
}

const taskList = lazyCode(async () => (await import('./features/tasks/list/task-list.tsx')).TaskList)
const task = ownerPages({
  param: 'taskId',
  kind: async () => (await import('./features/tasks/task-queries.ts')).taskKind,
  detail: lazyCode(async () => (await import('./routes/task-detail.tsx')).TaskDetail),
  settings: TaskSettingsTab,
  history: ExecutionHistory,
  prefetchRows: async (id) => (await loadExecutionHistory()).prefetchExecutions(queryClient, id),
})
const receiver = ownerPages({
  param: 'receiverId',
  kind: async () => (await import('./features/receivers/receiver-queries.ts')).receiverKind,
  detail: lazyCode(async () => (await import('./routes/receiver-detail.tsx')).ReceiverDetail),
  settings: ReceiverSettingsTab,
  history: RequestHistory,
  prefetchRows: async (id) => (await loadRequestHistory()).prefetchRequests(queryClient, id),
})

const accountTabs: RouteObject[] = [
  { index: true, ...page(async () => (await import('./features/billing/plan-and-billing-tab.tsx')).PlanAndBillingTab) },
  { path: 'members', ...page(async () => (await import('./features/account/members/members-tab.tsx')).MembersTab) },
  { path: 'profile', ...page(async () => (await import('./features/account/profile-tab.tsx')).ProfileTab) },
  { path: 'security', ...page(async () => (await import('./features/account/security-tab.tsx')).SecurityTab) },
  { path: 'tokens', ...page(async () => (await import('./features/account/tokens-tab.tsx')).TokensTab) },
  { path: 'code', ...page(async () => (await import('./features/account/code/code-tab.tsx')).CodeTab) },
  { path: 'audit-log', ...page(async () => (await import('./features/account/audit/audit-log-tab.tsx')).AuditLogTab) },
  { path: 'data', ...page(async () => (await import('./features/account/data-tab.tsx')).DataTab) },
]

const dashboardPages: RouteObject[] = [
  { index: true, ...page(taskList.load, undefined, taskList) },
  {
    path: 'overview',
    ...page(async () => (await import('./features/overview/overview-page.tsx')).OverviewPage),
  },
  { path: 'tasks', ...page(taskList.load, undefined, taskList) },
  { path: 'tasks/:taskId', ...task.settings },
  { path: 'tasks/:taskId/executions/:executionId?', ...task.history },
  { path: 'drafts/:taskId', ...page(async () => (await import('./routes/draft.tsx')).DraftPage) },
  {
    path: 'receivers',
    ...page(async () => (await import('./features/receivers/list/receiver-list.tsx')).ReceiverList),
  },
  { path: 'receivers/:receiverId', ...receiver.settings },
  {
    path: 'receivers/:receiverId/executions/:executionId?',
    ...receiver.history,
  },
  { path: 'account', ...page(async () => (await import('./routes/account.tsx')).Account), children: accountTabs },
  { path: 'operator/*', ...page(async () => (await import('./routes/operator.tsx')).Operator) },
  { path: 'support', ...page(async () => (await import('./routes/support.tsx')).Support) },
  { path: '*', element: <NotFound /> },
]

/** Visitors' pages are a document of their own, without the router. */
const visitorPages: RouteObject[] = ['signin', 'signup', 'forgot', 'logout', 'invite'].map((path) => ({
  path,
  element: <OpenDocument />,
}))

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <PageCrash />,
    children: [
      { index: true, element: <Navigate to={paths.dashboard} replace /> },
      // Loaded with the document, which shows its top bar already: nothing comes in between.
      {
        path: 'dashboard',
        element: <Dashboard />,
        children: [
          {
            // Where a page crashes or cannot be loaded, what stands around it goes on.
            element: <Pages />,
            hydrateFallbackElement: <PageSkeleton />,
            errorElement: <PageCrash />,
            children: dashboardPages,
          },
        ],
      },
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

prefetchOnIntent((path) => matchRoutes(routes, path) ?? [])

export const App = ({ router }: Pick<RouterProviderProps, 'router'>) => (
  <RouterProvider router={router} onError={reportCrash} />
)

/** Code that could not be loaded is reported as such by Vite's own event. */
const reportCrash: NonNullable<RouterProviderProps['onError']> = (error, { errorInfo }) => {
  if (errorInfo !== undefined) reportClientError('crash', error)
}

/** The dashboard's pages. Parts of them that are loaded later show the skeleton meanwhile, where nothing else says so. */
function Pages() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Outlet />
    </Suspense>
  )
}

/** Any URL containing `/rates` is the public rates page, a document of its own [SH-31, SH-32]. */
function Root() {
  const { pathname } = useLocation()
  return (
    <>
      <ScrollRestoration />
      {instance.hasRates && pathname.includes('/rates') ? <OpenDocument /> : <Outlet />}
    </>
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
