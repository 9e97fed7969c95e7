import { printable } from '@knockwire/domain/printable'
import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Tooltip } from '../overlays/tooltip.tsx'
import { snackbar } from '../../lib/snackbar.ts'

const notCopied = 'This browser doesn’t allow copying here. Select the text instead.'

/** Copies the value, and reports it for a moment. */
export function useCopy(value: string) {
  const clipboard = useClipboard({ timeout: 1500 })
  const copy = () => {
    // Others wrote some of what is copied: pasted into a terminal, a control character could begin a command.
    clipboard.copy(printable(value))
    // Without a secure origin browsers have no clipboard.
    if (!navigator.clipboard) snackbar.warning(notCopied)
  }
  const { error } = clipboard
  useEffect(() => {
    if (error !== null) snackbar.warning(notCopied)
  }, [error])
  return { isCopied: clipboard.copied, copy }
}

interface CopyButtonProps {
  value: string
  /** What is copied, as a command: "Copy URL". */
  label: string
  /** What is copied, where it is not the text beside it. */
  Icon?: typeof IconCopy
}

export function CopyButton({ value, label, Icon = IconCopy }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(value)
  const text = isCopied ? 'Copied' : label
  return (
    <Tooltip label={text}>
      <ActionIcon onClick={copy} aria-label={text}>
        {isCopied ? <IconCheck size={16} aria-hidden /> : <Icon size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
