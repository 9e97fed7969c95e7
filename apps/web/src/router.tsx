import { createBrowserRouter, redirect } from 'react-router'

export const router = createBrowserRouter([
  { path: '/', loader: () => redirect('/dashboard') },
  {
    path: '/dashboard',
    children: [
      { index: true, lazy: () => import('./routes/tasks.tsx') },
      { path: 'tasks', lazy: () => import('./routes/tasks.tsx') },
      { path: 'tasks/:taskId', lazy: () => import('./routes/task-detail.tsx') },
      { path: 'tasks/:taskId/executions/:executionId?', lazy: () => import('./routes/task-detail.tsx') },
      { path: 'drafts/:taskId', lazy: () => import('./routes/draft.tsx') },
      { path: 'receivers/*', lazy: () => import('./routes/receivers.tsx') },
      { path: 'account', lazy: () => import('./routes/account.tsx') },
    ],
  },
])
