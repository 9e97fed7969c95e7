import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'

const offeredMs = 10_000

/** A message with a button that takes back what it says, for ten seconds. The function that it returns hides it. */
export function showUndo(text: string, onUndo: () => void): () => void {
  const hide = () => void notifications.hide(id)
  const takeBack = () => {
    hide()
    onUndo()
  }
  const id: string = notifications.show({
    message: (
      <span className="kw-snackbar-undo">
        {text}
        <Button variant="light" size="compact-sm" onClick={takeBack}>
          Undo
        </Button>
      </span>
    ),
    position: 'top-center',
    autoClose: offeredMs,
    className: 'kw-snackbar kw-snackbar-info',
    icon: <IconArrowBackUp size={16} aria-hidden />,
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
  return hide
}

/** Offers to take back what was discarded on this page: until the next edit, or until the page is left. */
export function useUndo() {
  const hide = useRef<(() => void) | null>(null)
  const undo = useMemo(
    () => ({
      offer: (text: string, onUndo: () => void) => {
        hide.current?.()
        hide.current = showUndo(text, onUndo)
      },
      withdraw: () => {
        hide.current?.()
        hide.current = null
      },
    }),
    [],
  )
  useEffect(() => undo.withdraw, [undo])
  return undo
}
