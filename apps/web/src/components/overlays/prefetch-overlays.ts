import { savesData } from '../../lib/prefetch-on-intent.ts'
import { prepareSnackbars } from '../../lib/snackbar.ts'

/**
 * Loads what is shown over a page, such as its menus and dialogs, once the browser has nothing else to do: so they open at
 * once, and also where the network has gone meanwhile. Nothing is loaded ahead for whoever asks browsers to save data.
 */
export function prefetchOverlays(): void {
  if (savesData()) return
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: 5_000 })
  else setTimeout(load, 1_000)
}

function load(): void {
  prepareSnackbars()
  import('./overlay-windows.tsx').catch(() => {})
}
