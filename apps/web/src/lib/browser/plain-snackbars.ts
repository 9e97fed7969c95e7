import type { NotificationData } from '@mantine/notifications'
import { useSyncExternalStore } from 'react'

type Shown = NotificationData & { id: string }

export type Tone = 'info' | 'error' | 'warning'

/** How long a message is shown. */
export const shownMs = 3_500

let shown: readonly Shown[] = []
let count = 0
const listeners = new Set<() => void>()

function set(next: readonly Shown[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function hide(id: string): void {
  const hidden = shown.find((one) => one.id === id)
  if (hidden === undefined) return
  set(shown.filter((one) => one !== hidden))
  hidden.onClose?.(hidden)
}

/**
 * Snackbars of our own, with as much as snackbars of Mantine are asked for, where the code of those could not be loaded: an error
 * of a save is never silent.
 */
export const plainSnackbars = {
  show: (data: NotificationData): void => {
    count += 1
    const { id = `plain-${count}`, autoClose } = data
    set([...shown.filter((one) => one.id !== id), { ...data, id }])
    if (typeof autoClose === 'number') setTimeout(() => hide(id), autoClose)
  },
  hide,
}

export const usePlainSnackbars = (): readonly Shown[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => shown,
    // Of a document that a build writes.
    () => shown,
  )

/** For pages that load no other snackbars: each message takes the place of the one before. */
export function showPlain(tone: Tone, text: string): void {
  for (const { id } of shown) hide(id)
  plainSnackbars.show({ message: text, autoClose: shownMs, className: `kw-snackbar-${tone}` })
}
