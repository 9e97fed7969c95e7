/** Networks fail for a moment, and the first calls of one that has just come back do. */
const waitsMs = [300, 1_000] as const

const whenOnline = () => new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Loads code. It may be there already, so it is tried at once. Without a network it then waits for one; with one it tries twice
 * more. Rejects where the code could not be loaded: before 2026, no browser loaded again what had failed once in a page.
 */
export async function loadOnline<T>(load: () => Promise<T>, waits: readonly number[] = waitsMs): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine) {
      await whenOnline()
      return loadOnline(load)
    }
    const [waitMs, ...later] = waits
    if (waitMs === undefined) throw error
    await sleep(waitMs)
    return loadOnline(load, later)
  }
}
