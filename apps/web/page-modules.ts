const dashboard = ['main.tsx', 'routes/dashboard.tsx']
const account = [...dashboard, 'routes/account.tsx']
const task = [...dashboard, 'routes/task-detail.tsx']
const receiver = [...dashboard, 'routes/receiver-detail.tsx']
const visitor = ['visitor.tsx']

/** The modules that are loaded before a page is shown, below src; each brings what it imports. */
export const pageModules = {
  '/rates': ['rates.tsx'],
  '/signin': visitor,
  '/signup': visitor,
  '/forgot': visitor,
  '/logout': visitor,
  '/invite': visitor,
  '/dashboard/overview': [...dashboard, 'features/overview/overview-page.tsx'],
  '/dashboard/tasks': [...dashboard, 'features/tasks/list/task-list.tsx'],
  '/dashboard/tasks/:id': [...task, 'features/tasks/settings/settings-tab.tsx'],
  '/dashboard/tasks/:id/executions': [...task, 'features/history/executions/execution-history.tsx'],
  '/dashboard/drafts/:id': [...dashboard, 'routes/draft.tsx'],
  '/dashboard/receivers': [...dashboard, 'features/receivers/list/receiver-list.tsx'],
  '/dashboard/receivers/:id': [...receiver, 'features/receivers/settings/settings-tab.tsx'],
  '/dashboard/receivers/:id/executions': [...receiver, 'features/history/requests/request-history.tsx'],
  '/dashboard/account': [...account, 'features/billing/plan-and-billing-tab.tsx'],
  '/dashboard/account/members': [...account, 'features/account/members/members-tab.tsx'],
  '/dashboard/account/profile': [...account, 'features/account/profile-tab.tsx'],
  '/dashboard/account/security': [...account, 'features/account/security-tab.tsx'],
  '/dashboard/account/tokens': [...account, 'features/account/tokens-tab.tsx'],
  '/dashboard/account/code': [...account, 'features/account/code/code-tab.tsx'],
  '/dashboard/account/audit-log': [...account, 'features/account/audit/audit-log-tab.tsx'],
  '/dashboard/account/data': [...account, 'features/account/data-tab.tsx'],
  '/dashboard/operator': [...dashboard, 'routes/operator.tsx'],
  '/dashboard/support': [...dashboard, 'routes/support.tsx'],
} as const satisfies Record<string, readonly string[]>

export type PagePath = keyof typeof pageModules

export const pagePaths = Object.keys(pageModules) as PagePath[]
