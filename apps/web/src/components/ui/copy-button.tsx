import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useCopy } from './use-copy.ts'

interface CopyButtonProps {
  value: string
  /** What is copied, as a command: "Copy URL". */
  label: string
}

export function CopyButton({ value, label }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(value)
  const text = isCopied ? 'Copied' : label
  return (
    <Tooltip label={text}>
      <ActionIcon onClick={copy} aria-label={text}>
        {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
