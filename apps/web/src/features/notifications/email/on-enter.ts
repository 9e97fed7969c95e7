import type { KeyboardEvent } from 'react'

/** Enter alone; with Ctrl or Cmd it saves the dialog. */
export const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  act()
}
