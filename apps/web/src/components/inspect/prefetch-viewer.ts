let isPrefetched = false

/** Loads what shows a body, and starts what reads a large one, as soon as somebody is about to open it. */
export function prefetchViewer(): void {
  if (isPrefetched) return
  isPrefetched = true
  Promise.all([import('./body-viewer.tsx'), import('./read-in-background.ts')]).then(
    ([, { startReader }]) => startReader(),
    () => {
      // What cannot be loaded now is loaded, or fails, where it is opened.
      isPrefetched = false
    },
  )
}
