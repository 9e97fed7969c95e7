import './theme/mantine-styles.ts'
import './theme/tokens.css'
import './theme/global.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { Snackbars } from './components/ui/feedback/snackbars.tsx'
import { prefetchAccount } from './lib/session/account.ts'
import { queryClient } from './lib/api/query-client.ts'
import { watchForErrors } from './lib/browser/client-errors.ts'
import { mayBeSignedIn } from './lib/session/sign-in-memory.ts'
import { forbidEval } from './lib/browser/zod-without-eval.ts'
import { App, routes } from './router.tsx'
import { Themed } from './theme/themed.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

forbidEval()
watchForErrors()
if (mayBeSignedIn()) void prefetchAccount(queryClient)

const router = createBrowserRouter(routes)

// As a transition the page is drawn in slices, between which the browser answers its user.
startTransition(() =>
  createRoot(root).render(
    <Themed>
      <QueryClientProvider client={queryClient}>
        <Snackbars />
        <App router={router} />
      </QueryClientProvider>
    </Themed>,
  ),
)
