import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { render } from 'vitest-browser-react'
import { Snackbars } from '../components/ui/feedback/snackbars.tsx'
import { queryClient } from '../lib/api/query-client.ts'
import { App, routes } from '../router.tsx'
import { Themed } from '../theme/themed.tsx'

let router: ReturnType<typeof createBrowserRouter> | undefined

/** A router takes from each route what it has loaded of it. */
const copyOf = (originals: readonly RouteObject[]): RouteObject[] =>
  originals.map(
    ({ lazy, children, ...route }) =>
      ({
        ...route,
        ...(typeof lazy === 'object' && { lazy: { ...lazy } }),
        ...(children && { children: copyOf(children) }),
      }) as RouteObject,
  )

/** Opens the application at an address, as its document does. */
export async function openPage(path: string): Promise<void> {
  window.history.replaceState(null, '', path)
  router = createBrowserRouter(copyOf(routes))
  await render(
    <Themed>
      <QueryClientProvider client={queryClient}>
        <Snackbars />
        <App router={router} />
      </QueryClientProvider>
    </Themed>,
  )
}

/** Forgets what the page that was opened last has loaded. */
export async function leavePage(): Promise<void> {
  router?.dispose()
  router = undefined
  await queryClient.cancelQueries()
  queryClient.clear()
}
