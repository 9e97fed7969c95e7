import { printable } from '@knockwire/domain/text/printable'
import { ActionIcon } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from '../../../lib/browser/copy-text.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { Tooltip } from '../../overlays/tooltip.tsx'

const warn = () => snackbar.warning('This browser doesn’t allow copying here. Select the text instead.')

/** Copies the value, and reports it for a moment. */
export function useCopy(value: string) {
  const [isCopied, setIsCopied] = useState(false)
  const { start, clear } = useTimeout(() => setIsCopied(false), 1500)
  const report = () => {
    setIsCopied(true)
    clear()
    start()
  }
  // Others wrote some of what is copied: pasted into a terminal, a control character could begin a command.
  return { isCopied, copy: () => void copyText(printable(value)).then(report, warn) }
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
