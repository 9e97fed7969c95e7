import type { NotificationData } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { createElement, useSyncExternalStore } from 'react'
import { connection, whenConnectionChanges } from '../api/connection.ts'
import { loadOnline } from '../navigation/load-online.ts'
import { plainSnackbars, shownMs, type Tone } from './plain-snackbars.ts'

let requests = 0
const listeners = new Set<() => void>()

/** Has the container rendered, which announces what comes into it: before the first snackbar, so that this one is announced too. */
export function prepareSnackbars(): void {
  requests += 1
  for (const listener of listeners) listener()
}

/** How often the container was needed; 0: not yet. */
export const useSnackbarRequests = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => requests,
  )

const load = () => loadOnline(() => import('./mantine-snackbars.ts')).catch(() => null)

let loading: ReturnType<typeof load> | undefined

/** Null where the code could not be loaded: it is not tried again, so that all snackbars appear in one place. */
export const loadNotifications = (): ReturnType<typeof load> => (loading ??= load())

interface ShowSnackbars {
  show: (data: NotificationData) => unknown
  hide: (id: string) => unknown
}

/** Null where the server is out of reach, or goes out of it meanwhile: a message does not wait for its code until it is back. */
async function loadWhileOnline(): ReturnType<typeof load> {
  while (connection() === 'online') {
    const loaded = await Promise.race([loadNotifications(), whenConnectionChanges()])
    if (loaded !== undefined) return loaded
  }
  return null
}

/** Their code is loaded after the page's. Where it could not be, or has not been when the server went, plain ones are shown. */
async function withNotifications(use: (shown: ShowSnackbars) => void): Promise<void> {
  prepareSnackbars()
  const loaded = await (hasLoaded ? loadNotifications() : loadWhileOnline())
  hasLoaded = loaded !== null
  use({
    show: (data) => (loaded?.notifications ?? plainSnackbars).show(data),
    hide: (id) => {
      plainSnackbars.hide(id)
      loaded?.notifications.hide(id)
    },
  })
}

let hasLoaded = false

const icons = { info: IconCheck, error: IconX, warning: IconAlertTriangle } as const

/** Not random: `crypto.randomUUID` is missing where the page came by plain HTTP. */
let ids = 0

/**
 * Top center, gone after 3.5 seconds; the container in `snackbars.tsx` announces it politely [SN-01..SN-05]. The function that it
 * returns hides it before.
 */
function show(tone: Tone, text: string): () => void {
  ids += 1
  const id = `message-${ids}`
  void withNotifications((shown) =>
    shown.show({
      id,
      message: text,
      position: 'top-center',
      autoClose: shownMs,
      className: `kw-snackbar kw-snackbar-${tone}`,
      icon: createElement(icons[tone], { size: 16, 'aria-hidden': true }),
      // Its container announces it: a region within a region is announced twice.
      role: 'group',
      closeButtonProps: { 'aria-label': 'Dismiss' },
    }),
  )
  return () => void withNotifications((shown) => shown.hide(id))
}

/** Long enough to read it and to reach for the button. */
export const undoMs = 10_000

interface UndoOptions {
  onUndo: () => void
  /** It was closed, whether Undo was pressed or not. */
  onDismiss?: () => void
  /** The pointer or the focus is on it, and has left it. Where these are given it does not go by itself. */
  onHold?: () => void
  onRelease?: () => void
}

/** With a way back for a while. The function that it returns hides it. */
function showUndo(text: string, { onUndo, onDismiss = () => {}, onHold, onRelease }: UndoOptions): () => void {
  ids += 1
  const id = `undo-${ids}`
  const hide = () => void withNotifications((shown) => shown.hide(id))
  const undo = () => {
    onUndo()
    hide()
  }
  void withNotifications((shown) =>
    shown.show({
      id,
      message: createElement(
        'span',
        { style: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12 } },
        text,
        createElement('button', { type: 'button', className: 'kw-undo-button', onClick: undo }, 'Undo'),
      ),
      position: 'top-center',
      autoClose: onHold === undefined && undoMs,
      className: 'kw-snackbar kw-snackbar-info',
      icon: createElement(icons.info, { size: 16, 'aria-hidden': true }),
      // Its container announces it: a region within a region is announced twice.
      role: 'group',
      closeButtonProps: { 'aria-label': 'Dismiss' },
      onClose: onDismiss,
      onPointerEnter: onHold,
      onPointerLeave: onRelease,
      onFocusCapture: onHold,
      onBlurCapture: onRelease,
    }),
  )
  return hide
}

export const snackbar = {
  undo: showUndo,
  info: (text: string) => show('info', text),
  error: (text: string) => show('error', text),
  warning: (text: string) => show('warning', text),
}
