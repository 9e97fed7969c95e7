import type { Logger } from 'pino'

/** Work whose caller does not wait for it, so that its duration reveals nothing to the caller. */
export interface BackgroundWork {
  /** Starts `work`; an error is logged with `event`. What must not be lost belongs into the queue instead. */
  run: (event: string, work: () => Promise<void>) => void
  /** Resolves when everything that was started has ended: before the database is closed. */
  settled: () => Promise<void>
}

export const createBackgroundWork = (log: Logger): BackgroundWork => {
  const running = new Set<Promise<void>>()
  return {
    run: (event, work) => {
      const ended = work()
        .catch((error: unknown) => log.error({ err: error, event }, 'background work failed'))
        .finally(() => running.delete(ended))
      running.add(ended)
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
