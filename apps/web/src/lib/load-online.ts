/** Networks fail for a moment, and the first calls of one that has just come back do. */
const waitsMs = [300, 1_000] as const

const whenOnline = () => new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Loads code. Without a network it waits for one before it tries: many browsers never load again what has failed once in a
 * page. With one it tries twice more, for those that do. Rejects where the code could not be loaded.
 */
export async function loadOnline<T>(load: () => Promise<T>, waits: readonly number[] = waitsMs): Promise<T> {
  if (!navigator.onLine) await whenOnline()
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine) return loadOnline(load)
    const [waitMs, ...later] = waits
    if (waitMs === undefined) throw error
    await sleep(waitMs)
    return loadOnline(load, later)
  }
}
