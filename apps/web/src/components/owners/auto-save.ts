import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { isStatus } from '../../lib/api/api-error.ts'
import { useConnection } from '../../lib/api/connection.ts'

/** `pending`: changed, not saved yet. `failed`: the last attempt did not get through; it is tried again once the server is back. */
export type AutoSaveState = 'untouched' | 'pending' | 'saving' | 'saved' | 'failed'

interface AutoSaveOptions<T> {
  delayMs: number
  save: (value: T) => Promise<unknown>
  onState: (state: AutoSaveState, error?: unknown) => void
}

/** Saves the latest value some time after the last change, one save at a time and none out of order. */
export interface AutoSave<T> {
  change: (value: T) => void
  /** Saves unsaved changes now; resolves when no save is in flight, with whether all is saved. */
  flush: () => Promise<boolean>
  /** Stops the timer; resolves when no save is in flight. Changes are saved after `resume`. */
  pause: () => Promise<void>
  resume: () => void
  /** Discards unsaved changes; resolves when no save is in flight. */
  discard: () => Promise<void>
}

export function createAutoSave<T>({ delayMs, save, onState }: AutoSaveOptions<T>): AutoSave<T> {
  let unsaved: { value: T } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let inFlight: Promise<void> | null = null
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
    await inFlight
    if (unsaved === null || isPaused) return unsaved === null
    inFlight ??= saveOnce(unsaved).finally(() => {
      inFlight = null
    })
    await inFlight
    return unsaved === null
  }

  const pause = async () => {
    isPaused = true
    stopTimer()
    await inFlight
  }

  return {
    change: (value) => {
      unsaved = { value }
      if (inFlight === null) onState('pending')
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
      await inFlight
    },
  }
}

const delayMs = 3000

export interface SaveProgress {
  state: AutoSaveState
  error: unknown
}

/** Auto-save for as long as the component is there, always with the `save` of its first render. */
export function useAutoSave<T>(save: (value: T) => Promise<unknown>): [AutoSave<T>, SaveProgress] {
  const [progress, setProgress] = useState<SaveProgress>({ state: 'untouched', error: undefined })
  const [autoSave] = useState(() =>
    createAutoSave<T>({ delayMs, save, onState: (state, error) => setProgress({ state, error }) }),
  )
  useEffect(() => () => void autoSave.discard(), [autoSave])
  useSaveOnceBack(autoSave, progress)
  useSaveWhenHidden(autoSave)
  return [autoSave, progress]
}

/** What did not get through is saved once the server responds again. */
function useSaveOnceBack<T>(autoSave: AutoSave<T>, { state, error }: SaveProgress): void {
  const isOnline = useConnection() === 'online'
  const isWaiting = state === 'failed' && isStatus(error, 0)
  useEffect(() => {
    if (isOnline && isWaiting) void autoSave.flush()
  }, [autoSave, isOnline, isWaiting])
}

/** A tab that is hidden may not come back: phones end it without a word. */
function useSaveWhenHidden<T>(autoSave: AutoSave<T>): void {
  const visibility = useDocumentVisibility()
  useEffect(() => {
    if (visibility === 'hidden') void autoSave.flush()
  }, [autoSave, visibility])
}
