import './theme/mantine-styles.ts'
import './theme/tokens.css'
import './theme/global.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Snackbars } from './components/ui/snackbars.tsx'
import { prefetchAccount } from './lib/account.ts'
import { queryClient } from './lib/query-client.ts'
import { watchForErrors } from './lib/client-errors.ts'
import { hasSignedInHere } from './lib/signed-in-here.ts'
import { forbidEval } from './lib/zod-without-eval.ts'
import { App } from './router.tsx'
import { Themed } from './theme/themed.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

forbidEval()
watchForErrors()
if (hasSignedInHere()) void prefetchAccount(queryClient)

// As a transition the page is drawn in slices, between which the browser answers its user.
startTransition(() =>
  createRoot(root).render(
    <Themed>
      <QueryClientProvider client={queryClient}>
        <Snackbars />
        <App />
      </QueryClientProvider>
    </Themed>,
  ),
)
