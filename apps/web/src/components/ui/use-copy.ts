import { useClipboard } from '@mantine/hooks'
import { snackbar } from '../../lib/snackbar.ts'

/** Copies, and says for a moment that it did. */
export function useCopy(value: string) {
  const clipboard = useClipboard({ timeout: 1500 })
  const copy = () => {
    clipboard.copy(value)
    // Without a secure origin browsers have no clipboard.
    if (!navigator.clipboard) snackbar.warning('This browser does not let pages copy here. Select the text instead.')
  }
  return { isCopied: clipboard.copied, copy }
}
