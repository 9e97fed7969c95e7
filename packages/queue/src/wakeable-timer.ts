/** A sleep that can be cut short, but not below a minimum. */
export interface WakeableTimer {
  /** Resolves after `ms`, or when woken, but not before `minMs`. At once where it was woken since the last sleep began. */
  sleep: (ms: number, minMs: number) => Promise<void>
  wake: () => void
  /** Shortens the sleep, this one or the next, to end within this time. */
  wakeWithin: (ms: number) => void
  stop: () => void
  isStopped: () => boolean
}

export const createWakeableTimer = (): WakeableTimer => {
  let wakeAt = Infinity
  let earliestAt = 0
  let timeout: NodeJS.Timeout | undefined
  let resume: (() => void) | undefined
  let stopped = false

  const arm = () => {
    if (!resume) return
    clearTimeout(timeout)
    timeout = setTimeout(resume, stopped ? 0 : Math.max(0, Math.max(wakeAt, earliestAt) - performance.now()))
  }
  const wakeBy = (at: number) => {
    if (at >= wakeAt) return
    wakeAt = at
    arm()
  }
  return {
    sleep: (ms, minMs) =>
      new Promise((resolve) => {
        const now = performance.now()
        earliestAt = now + minMs
        wakeAt = Math.min(wakeAt, now + ms)
        resume = () => {
          resume = undefined
          wakeAt = Infinity
          resolve()
        }
        arm()
      }),
    wake: () => wakeBy(performance.now()),
    wakeWithin: (ms) => wakeBy(performance.now() + ms),
    stop: () => {
      stopped = true
      arm()
    },
    isStopped: () => stopped,
  }
}

export interface RepeatingTask {
  /** Resolves once the current pass, if any, has ended. */
  stop: () => Promise<void>
}

/** Runs `work` again and again; each pass returns how many milliseconds to wait before the next one. It must not throw. */
export const repeat = (firstAfterMs: number, work: () => Promise<number>): RepeatingTask => {
  const timer = createWakeableTimer()
  const loop = async () => {
    for (let waitMs = firstAfterMs; ; waitMs = await work()) {
      await timer.sleep(waitMs, 0)
      if (timer.isStopped()) return
    }
  }
  const ended = loop()
  return {
    stop: async () => {
      timer.stop()
      await ended
    },
  }
}
