import { notifications } from '@mantine/notifications'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { queryClient } from '../lib/api/query-client.ts'
import { forgetLeft } from '../lib/editing/typed-text.ts'
import { App, routes } from '../router.tsx'
import { renderThemed } from './render-themed.tsx'

let router: ReturnType<typeof createBrowserRouter> | undefined

/** The code of pages that are opened comes once this is resolved. */
let held: Promise<void> | undefined

/** Keeps the code of pages that are opened from now on from coming until the function is called that it returns. */
export function holdPages(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  return resolve
}

const afterHeld =
  <T,>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    await held
    return load()
  }

/** A router takes from each route what it has loaded of it. */
const copyOf = (originals: readonly RouteObject[]): RouteObject[] =>
  originals.map(
    ({ lazy, children, ...route }) =>
      ({
        ...route,
        ...(typeof lazy === 'object' && {
          lazy: Object.fromEntries(
            Object.entries(lazy).map(([part, load]) => [part, afterHeld(load as () => Promise<unknown>)]),
          ),
        }),
        ...(children && { children: copyOf(children) }),
      }) as RouteObject,
  )

/** Opens the application at an address, as its document does. */
export async function openPage(path: string): Promise<void> {
  window.history.replaceState(null, '', path)
  router = createBrowserRouter(copyOf(routes))
  await renderThemed(<App router={router} />)
}

/** Forgets what the page that was opened last has loaded. */
export async function leavePage(): Promise<void> {
  // What waits to be deleted is: nobody could undo it any more.
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  router?.dispose()
  router = undefined
  held = undefined
  await queryClient.cancelQueries()
  queryClient.clear()
  forgetLeft()
  notifications.clean()
}
