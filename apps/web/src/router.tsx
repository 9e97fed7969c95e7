import { createBrowserRouter, Outlet, redirect, type RouteObject, useLocation } from 'react-router'
import { useEffect } from 'react'
import { NotFound, PageCrash, PageSkeleton } from './components/layouts/page-states.tsx'
import { PublicPage } from './components/layouts/public-page.tsx'

const tasks = async () => ({ Component: (await import('./features/tasks/list/task-list.tsx')).TaskList })
const taskDetail = () => import('./routes/task-detail.tsx')
const draft = () => import('./routes/draft.tsx')
const receivers = async () => ({
  Component: (await import('./features/receivers/list/receiver-list.tsx')).ReceiverList,
})
const receiverDetail = () => import('./routes/receiver-detail.tsx')

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
  { path: 'tasks/:taskId', lazy: taskDetail },
  { path: 'tasks/:taskId/executions/:executionId?', lazy: taskDetail },
  { path: 'drafts/:taskId', lazy: draft },
  { path: 'receivers', lazy: receivers },
  { path: 'receivers/:receiverId', lazy: receiverDetail },
  { path: 'receivers/:receiverId/executions/:executionId?', lazy: receiverDetail },
  { path: 'account', lazy: () => import('./routes/account.tsx'), children: accountTabs },
  { path: 'support', lazy: () => import('./routes/support.tsx') },
  { path: '*', Component: NotFound },
]

const publicPages = [
  { path: 'signin', lazy: async () => ({ Component: (await import('./features/auth/sign-in-form.tsx')).SignInForm }) },
  { path: 'signup', lazy: async () => ({ Component: (await import('./features/auth/sign-up-form.tsx')).SignUpForm }) },
  { path: 'forgot', lazy: async () => ({ Component: (await import('./features/auth/forgot-form.tsx')).ForgotForm }) },
  { path: 'logout', lazy: async () => ({ Component: (await import('./features/auth/sign-out.tsx')).SignOut }) },
]

const dashboard = {
  path: 'dashboard',
  lazy: async () => ({ Component: (await import('./routes/dashboard.tsx')).Dashboard }),
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
      ...publicPages,
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

/** The code of the pages that are usually opened next; without it they are fetched when they are opened. */
export const fetchLikelyPages = (): Promise<unknown> =>
  Promise.allSettled([tasks(), taskDetail(), draft(), receivers(), receiverDetail()])

/** Any URL containing `/rates` is the public rates page, a document of its own [SH-31, SH-32]. */
function Root() {
  const { pathname } = useLocation()
  return pathname.includes('/rates') ? <OpenRatesPage /> : <Outlet />
}

/** The address is the right one already; the server answers it with the rates page. */
function OpenRatesPage() {
  useEffect(() => window.location.reload(), [])
  return null
}
