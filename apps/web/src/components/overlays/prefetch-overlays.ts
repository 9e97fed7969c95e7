import { prefetchWhenIdle } from '../../lib/navigation/prefetch-when-idle.ts'
import { prepareSnackbars } from '../../lib/browser/snackbar.ts'

/** What is shown over a page, such as its menus and dialogs, so that they open at once, also where the network has gone meanwhile. */
export const prefetchOverlays = (): void =>
  prefetchWhenIdle(() => {
    prepareSnackbars()
    return import('./overlay-windows.tsx')
  })
