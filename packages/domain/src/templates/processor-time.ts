/** What the engine asks between two steps; liquidjs does not export its type. */
export interface RenderLimit {
  /** Ends the rendering where it has taken too long. `nowMs` as `performance.now()` gives it. */
  check: (nowMs: number) => void
  use: (count: number) => void
}

/** Processor time that this thread has used, in milliseconds; null in a browser. */
const usedMs = (): number | null => {
  if (typeof process === 'undefined' || typeof process.threadCpuUsage !== 'function') return null
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Bounds a rendering by the processor time that it takes: on a busy machine, a template that does nothing wrong may have
 * to wait longer than this by the clock. Where that time is not known, the clock has to do.
 */
export const createRenderLimit = (limitMs: number): RenderLimit => {
  const usedBefore = usedMs()
  let checkAt = performance.now() + limitMs
  return {
    check: (nowMs) => {
      // A thread cannot have used more than has passed.
      if (nowMs <= checkAt) return
      const used = usedMs()
      const leftMs = used === null || usedBefore === null ? 0 : limitMs - (used - usedBefore)
      if (leftMs <= 0) throw new Error('template render limit exceeded')
      checkAt = nowMs + leftMs
    },
    use: () => {},
  }
}
