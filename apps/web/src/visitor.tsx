import './theme/mantine-styles.ts'
import './theme/tokens.css'
import './theme/global.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { CrashBoundary } from './components/layouts/page-crash.tsx'
import { loadCredentials } from './features/auth/credentials.ts'
import { ForgotForm } from './features/auth/forgot-form.tsx'
import { InvitePage } from './features/auth/invite-page.tsx'
import { SignInForm } from './features/auth/sign-in-form.tsx'
import { SignOut } from './features/auth/sign-out.tsx'
import { SignUpForm } from './features/auth/sign-up-form.tsx'
import { watchForErrors } from './lib/browser/client-errors.ts'
import { offersMethod } from './lib/session/instance.ts'
import { prefetchWhenIdle } from './lib/navigation/prefetch-when-idle.ts'
import { forbidEval } from './lib/browser/zod-without-eval.ts'
import { Themed } from './theme/themed.tsx'

/** By what their addresses begin with. */
const pages = {
  '/signin': SignInForm,
  '/signup': SignUpForm,
  '/forgot': offersMethod('password') ? ForgotForm : SignInForm,
  '/logout': SignOut,
  '/invite': InvitePage,
}

const root = document.getElementById('root')
if (!root) throw new Error('visitor.html has no #root')

const path = Object.keys(pages).find((start) => window.location.pathname.startsWith(start))
const Page = pages[path as keyof typeof pages] ?? SignInForm

forbidEval()
watchForErrors()

// As a transition the page is drawn in slices, between which the browser answers its user.
startTransition(() =>
  createRoot(root).render(
    <Themed>
      <CrashBoundary>
        <Page />
      </CrashBoundary>
    </Themed>,
  ),
)

// Who fills in a form is about to enter the dashboard, which then has its files in the browser already. They come after
// what checks the form: its submission waits for that.
document.addEventListener(
  'input',
  () =>
    prefetchWhenIdle(async () => {
      await loadCredentials()
      await Promise.all([import('./routes/dashboard.tsx'), import('./features/tasks/list/task-list.tsx')])
    }),
  { once: true },
)
