import { createAlarm } from './alarm.ts'

export interface Repeating {
  /** Resolves when the work under way, if any, has ended. */
  stop: () => Promise<void>
}

/** Does the work again and again, each time after as many milliseconds as the last time gave. It must not throw. */
export const repeat = (firstAfterMs: number, work: () => Promise<number>): Repeating => {
  const alarm = createAlarm()
  const loop = async () => {
    for (let waitMs = firstAfterMs; ; waitMs = await work()) {
      await alarm.sleep(waitMs, 0)
      if (alarm.isStopped()) return
    }
  }
  const ended = loop()
  return {
    stop: async () => {
      alarm.stop()
      await ended
    },
  }
}
