import { useEffect, useState } from 'react'
import { createAutoSave, type AutoSave, type AutoSaveState } from './auto-save.ts'

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
  return [autoSave, progress]
}
