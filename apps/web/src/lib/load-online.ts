/** Networks fail for a moment, and the first calls of one that has just come back do. */
const waitsMs = [300, 1_000] as const

const whenOnline = () => new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Loads code. Without a network it waits for one; with one it tries twice more, since what shows this code, or the page
 * around it, would else be taken down with what was typed there. Rejects where the code is not to be had, as after an
 * upgrade.
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
