import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { bytes as bytesText } from '../../lib/format.ts'
import classes from './inspect.module.css'

const lineBytes = 16

const hex = (byte: number) => byte.toString(16).padStart(2, '0')
const visible = (byte: number) => (byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '.')

/** Bytes as programmers read them: offset, sixteen bytes, and their ASCII. */
export function hexLines(bytes: Uint8Array): string {
  const lines = Array.from({ length: Math.ceil(bytes.length / lineBytes) }, (_, line) => {
    const part = [...bytes.subarray(line * lineBytes, (line + 1) * lineBytes)]
    const offset = (line * lineBytes).toString(16).padStart(8, '0')
    return `${offset}  ${part
      .map(hex)
      .join(' ')
      .padEnd(lineBytes * 3 - 1)}  ${part.map(visible).join('')}`
  })
  return lines.join('\n')
}

/** More bytes than this are of no use on a screen. */
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
