/** `pending`: changed, not saved yet. `failed`: the last attempt did not get through; the next change tries again. */
export type AutoSaveState = 'untouched' | 'pending' | 'saving' | 'saved' | 'failed'

interface AutoSaveOptions<T> {
  delayMs: number
  save: (value: T) => Promise<unknown>
  onState: (state: AutoSaveState, error?: unknown) => void
}

/** Saves the latest value some time after the last change, one save at a time and none out of order. */
export interface AutoSave<T> {
  change: (value: T) => void
  /** Saves now what is not saved yet; settled when nothing is under way, with whether all is saved. */
  flush: () => Promise<boolean>
  /** Stops the timer; settled when no save is under way. Changes are kept for `resume`. */
  pause: () => Promise<void>
  resume: () => void
  /** Forgets what is not saved; settled when no save is under way. */
  discard: () => Promise<void>
}

export function createAutoSave<T>({ delayMs, save, onState }: AutoSaveOptions<T>): AutoSave<T> {
  let unsaved: { value: T } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<void> | null = null
  let isPaused = false

  const stopTimer = () => clearTimeout(timer)

  const startTimer = () => {
    stopTimer()
    timer = setTimeout(() => void flush(), delayMs)
  }

  const saveOnce = async ({ value }: { value: T }) => {
    unsaved = null
    onState('saving')
    try {
      await save(value)
      onState(unsaved === null ? 'saved' : 'pending')
    } catch (error) {
      unsaved ??= { value }
      onState('failed', error)
    }
  }

  const flush = async () => {
    stopTimer()
    await underWay
    if (unsaved === null || isPaused) return unsaved === null
    underWay ??= saveOnce(unsaved).finally(() => {
      underWay = null
    })
    await underWay
    return unsaved === null
  }

  const pause = async () => {
    isPaused = true
    stopTimer()
    await underWay
  }

  return {
    change: (value) => {
      unsaved = { value }
      if (underWay === null) onState('pending')
      if (!isPaused) startTimer()
    },
    flush,
    pause,
    resume: () => {
      isPaused = false
      if (unsaved === null) return
      onState('pending')
      startTimer()
    },
    discard: async () => {
      unsaved = null
      stopTimer()
      await underWay
    },
  }
}
