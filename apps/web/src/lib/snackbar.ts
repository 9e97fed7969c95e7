import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { createElement } from 'react'

type Tone = 'info' | 'error' | 'warning'

const icons = { info: IconCheck, error: IconX, warning: IconAlertTriangle } as const

/** Top center, gone after 3.5 seconds; the container in `main.tsx` announces it politely [SN-01..SN-05]. */
function show(tone: Tone, text: string): void {
  notifications.show({
    message: text,
    position: 'top-center',
    autoClose: 3500,
    className: `kw-snackbar kw-snackbar-${tone}`,
    icon: createElement(icons[tone], { size: 16, 'aria-hidden': true }),
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}

/** Long enough to read it and to reach for the button. */
const undoMs = 10_000

/** With a way back for a while. `onGone`: it has left, whether it was used or not. The function that it returns hides it. */
function showUndo(text: string, onUndo: () => void, onHidden: () => void = () => {}): () => void {
  const id = `undo-${crypto.randomUUID()}`
  const undo = () => {
    onUndo()
    notifications.hide(id)
  }
  notifications.show({
    id,
    message: createElement(
      'span',
      { style: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12 } },
      text,
      createElement('button', { type: 'button', className: 'kw-undo-button', onClick: undo }, 'Undo'),
    ),
    position: 'top-center',
    autoClose: undoMs,
    className: 'kw-snackbar kw-snackbar-info',
    icon: createElement(icons.info, { size: 16, 'aria-hidden': true }),
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClose: onHidden,
  })
  return () => void notifications.hide(id)
}

export const snackbar = {
  undo: showUndo,
  info: (text: string) => show('info', text),
  error: (text: string) => show('error', text),
  warning: (text: string) => show('warning', text),
}
