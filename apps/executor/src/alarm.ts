/** A sleep that can be cut short, but not below a least time. */
export interface Alarm {
  /** Resolves after `ms`, or when woken, but not before `leastMs`. At once where it was woken since the last sleep began. */
  sleep: (ms: number, leastMs: number) => Promise<void>
  wake: () => void
  /** Shortens the sleep, this one or the next, to end at the latest then. */
  notLaterThan: (ms: number) => void
  stop: () => void
  isStopped: () => boolean
}

export const createAlarm = (): Alarm => {
  let wakeAt = Infinity
  let leastAt = 0
  let timer: NodeJS.Timeout | undefined
  let resume: (() => void) | undefined
  let stopped = false

  const arm = () => {
    if (!resume) return
    clearTimeout(timer)
    timer = setTimeout(resume, stopped ? 0 : Math.max(0, Math.max(wakeAt, leastAt) - performance.now()))
  }
  const wakeNoLaterThan = (at: number) => {
    if (at >= wakeAt) return
    wakeAt = at
    arm()
  }
  return {
    sleep: (ms, leastMs) =>
      new Promise((resolve) => {
        const now = performance.now()
        leastAt = now + leastMs
        wakeAt = Math.min(wakeAt, now + ms)
        resume = () => {
          resume = undefined
          wakeAt = Infinity
          resolve()
        }
        arm()
      }),
    wake: () => wakeNoLaterThan(performance.now()),
    notLaterThan: (ms) => wakeNoLaterThan(performance.now() + ms),
    stop: () => {
      stopped = true
      arm()
    },
    isStopped: () => stopped,
  }
}
