import { checkServer, whenServerAnswers } from '../api/connection.ts'

/** Networks fail for a moment, and the first calls of one that has just come back do. */
const waitsMs = [300, 1_000] as const

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface LoadOptions {
  /** Whether the code is there already, so that no network is needed. */
  isLoaded?: () => boolean
  waits?: readonly number[]
}

/**
 * Loads code. While the server is known to be out of reach it is not asked for: browsers before 2026 never load again in the same page
 * what has failed there once. Otherwise it is tried at once, and twice more where that fails. Rejects where the code could not be
 * loaded.
 */
export async function loadOnline<T>(load: () => Promise<T>, options: LoadOptions = {}): Promise<T> {
  const { isLoaded, waits = waitsMs } = options
  if (isLoaded?.() !== true) await whenServerAnswers()
  try {
    return await load()
  } catch (error) {
    // A server on the same machine answers without a network: then that is not why the code does not come.
    if (!navigator.onLine && !(await checkServer())) {
      await whenServerAnswers()
      return loadOnline(load, { ...options, waits: waitsMs })
    }
    const [waitMs, ...later] = waits
    if (waitMs === undefined) throw error
    await sleep(waitMs)
    return loadOnline(load, { ...options, waits: later })
  }
}
