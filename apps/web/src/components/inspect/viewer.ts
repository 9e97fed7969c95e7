import { lazyPart } from '../../lib/navigation/lazy-part.ts'
import type { NamedBody } from './reading/read-in-background.ts'

export const BodyViewer = lazyPart(async () => (await import('./body-viewer.tsx')).BodyViewer, 'throw')

/** Reads a body, once the code that does is loaded. */
let read: ((body: NamedBody) => Promise<unknown>) | undefined

/** Loads what shows a body, and starts what reads a large one. Where it fails, a body is shown as plain text. */
export async function preloadViewer(): Promise<void> {
  try {
    const [{ readInBackground, startReader }] = await Promise.all([
      import('./reading/read-in-background.ts'),
      BodyViewer.preload(),
    ])
    read = readInBackground
    startReader()
  } catch {
    // It is loaded again, or fails, where a body is shown.
  }
}

/** Begins to read a body that is about to be shown, where its reader is loaded. */
export const prepareBody = (body: NamedBody): void => void read?.(body)
