import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Choices, merge, type MergeField } from '../merge.ts'
import { useMutex } from '../use-mutex.ts'
import { type Attempt, type Conflict, conflictOf } from './conflict.ts'

interface VersionedSave<Values extends object, Base, Saved> {
  save: (attempt: Attempt<Partial<Values>, Base>) => Promise<Saved>
  valuesOf: (base: Base) => Values
  /** What is stored now, where a save was rejected since it was changed elsewhere; null for any other error. */
  storedNow: (error: Error) => Base | null
  /** How a conflict shows the values; it may be loaded first. */
  mergeFields: (values: Partial<Values>) => readonly MergeField<Values>[] | Promise<readonly MergeField<Values>[]>
  /** Before anything is sent: false where that would be rejected. */
  isValid: () => Promise<boolean>
  /** Before a save is started, also one that somebody chose in a conflict. */
  onStart: (attempt: Attempt<Partial<Values>, Base>) => void
  onSaved: (saved: Saved) => unknown
  onConflict?: (stored: Base) => void
  onRejected: (error: Error) => void
}

/**
 * Saves one at a time, from the version that editing started from. Where something else was saved since, it finds what
 * differs, and saves what is chosen of both sides; where nothing reads otherwise, it saves at once.
 */
export function useVersionedSave<Values extends object, Base, Saved>(options: VersionedSave<Values, Base, Saved>) {
  const { save, valuesOf, storedNow, mergeFields, isValid, onStart, onSaved, onConflict, onRejected } = options
  const [conflict, setConflict] = useState<Conflict<Values, Base> | null>(null)
  const mutex = useMutex()

  const settle = async (attempt: Attempt<Partial<Values>, Base>, stored: Base) => {
    onConflict?.(stored)
    const found = conflictOf(attempt, stored, { fields: await mergeFields(attempt.values), valuesOf })
    mutex.release()
    if (found.differences.length > 0) setConflict(found)
    else void start({ ...attempt, base: stored })
  }

  const saving = useMutation({
    mutationFn: save,
    onSuccess: async (saved) => {
      await onSaved(saved)
      setConflict(null)
    },
    onError: (error, attempt) => {
      const stored = storedNow(error)
      if (stored !== null) return void settle(attempt, stored)
      setConflict(null)
      mutex.release()
      onRejected(error)
    },
  })

  const start = async (attempt: Attempt<Partial<Values>, Base>) => {
    if (!mutex.tryAcquire()) return
    onStart(attempt)
    if (await isValid()) saving.mutate(attempt)
    else mutex.release()
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
      if (conflict === null) return
      void start({ values: merge(conflict.fields, conflict.versions, choices), base: conflict.stored })
    },
    /** Leaves the conflict for later: the form stays as it was typed. */
    postpone: () => setConflict(null),
  }
}
