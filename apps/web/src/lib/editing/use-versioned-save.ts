import { useMutation } from '@tanstack/react-query'
import type { Choices, MergeField } from './merge.ts'
import { useMutex } from './use-mutex.ts'
import type { Attempt } from './conflict.ts'
import { useConflict } from './use-conflict.ts'

interface VersionedSave<Values extends object, Base, Saved> {
  save: (attempt: Attempt<Partial<Values>, Base>) => Promise<Saved>
  valuesOf: (base: Base) => Values
  /** What is stored now, where a save was rejected since it was changed elsewhere; null for any other error. */
  storedNow: (error: Error) => Base | null
  /** How a conflict shows the values; it may be loaded first. */
  mergeFields: (values: Partial<Values>) => readonly MergeField<Values>[] | Promise<readonly MergeField<Values>[]>
  /** Before a save is started, also one that somebody chose in a conflict. */
  onStart: (attempt: Attempt<Partial<Values>, Base>) => void
  /** Resolves with true where something was typed while the save was in flight, so that there is more to save. */
  onSaved: (saved: Saved, attempt: Attempt<Partial<Values>, Base>) => unknown
  onConflict?: (stored: Base) => void
  onRejected: (error: Error) => void
}

/**
 * Saves one at a time, from the version that editing started from. Where something else was saved since, it finds what
 * differs, and saves what is chosen of both sides; where nothing reads otherwise, it saves at once.
 */
export function useVersionedSave<Values extends object, Base, Saved>(options: VersionedSave<Values, Base, Saved>) {
  const { save, storedNow, onStart, onSaved, onConflict, onRejected } = options
  const { conflict, detect, choose, close } = useConflict<Values, Base>(options)
  const mutex = useMutex()

  const reject = (error: Error) => {
    // Fields that are marked could not be seen beneath its dialog.
    close()
    mutex.release()
    onRejected(error)
  }

  const handleConflict = async (attempt: Attempt<Partial<Values>, Base>, stored: Base, rejection: Error) => {
    onConflict?.(stored)
    // What the dialog needs may not load.
    const isConflict = await detect(attempt, stored).catch(() => null)
    if (isConflict === null) return reject(rejection)
    mutex.release()
    if (!isConflict) start({ ...attempt, base: stored })
  }

  const saving = useMutation({
    mutationFn: save,
    onSuccess: async (saved, attempt) => {
      const hasMore = await onSaved(saved, attempt)
      close()
      if (hasMore === true) mutex.release()
    },
    onError: (error, attempt) => {
      const stored = storedNow(error)
      if (stored === null) reject(error)
      else void handleConflict(attempt, stored, error)
    },
  })

  const start = (attempt: Attempt<Partial<Values>, Base>): void => {
    if (!mutex.tryAcquire()) return
    onStart(attempt)
    saving.mutate(attempt)
  }

  return {
    isSaving: saving.isPending,
    error: saving.error,
    start,
    /** Once something is saved nothing more is, until it is edited again. */
    allowAgain: () => {
      if (!saving.isPending) mutex.release()
    },
    conflict,
    /** Saves what was chosen of both sides. */
    resolve: (choices: Choices) => {
      const chosen = choose(choices)
      if (chosen !== null) start(chosen)
    },
    /** Leaves the conflict for later: the form stays as it was typed. */
    postpone: close,
  }
}
