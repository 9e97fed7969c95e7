import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { bytes as bytesText } from '../../lib/format.ts'
import { hexLines } from './hex-lines.ts'
import classes from './inspect.module.css'

/** More than this tells nobody more. */
const shownBytes = 512

interface BinaryViewProps {
  label: string
  base64: string
}

/** A body that is no text: its first bytes, and all of it as a file. */
export function BinaryView({ label, base64 }: BinaryViewProps) {
  const bytes = useMemo(() => Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0), [base64])
  return (
    <div>
      <Group gap="xs" mb={4} justify="space-between">
        <Text size="xs" c="dimmed">
          Binary, {bytesText(bytes.length)}
          {bytes.length > shownBytes && ` · the first ${shownBytes} bytes`}
        </Text>
        <Button variant="subtle" leftSection={<IconDownload size={14} aria-hidden />} onClick={() => saveAsFile(bytes)}>
          Save as file
        </Button>
      </Group>
      <pre className={classes.text} data-hex tabIndex={0} aria-label={`${label} as bytes`}>
        {hexLines(bytes.subarray(0, shownBytes))}
      </pre>
    </div>
  )
}

function saveAsFile(bytes: Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([bytes]))
  const link = document.createElement('a')
  link.href = url
  link.download = 'body.bin'
  link.click()
  URL.revokeObjectURL(url)
}
