import { Group, SegmentedControl, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { bytes as bytesText } from '../../lib/format.ts'
import classes from './inspect.module.css'
import { parseBody } from './parse-body.ts'
import { Tree } from './tree.tsx'

interface BodyViewProps {
  /** What the body is of, as in "Response Body". */
  label: string
  /** Null where it is binary. */
  body: string | null
  contentType: string
  bytes?: number
  isTruncated?: boolean
  /** How much of a longer body is stored. */
  storedSize?: string
}

/** A body as a tree where it has structure, else as text, with its size and whether some of it is missing. */
export const BodyView = ({
  label,
  body,
  contentType,
  bytes,
  isTruncated = false,
  storedSize = '1 MiB',
}: BodyViewProps) => {
  const parsed = useMemo(() => parseBody(body ?? '', contentType), [body, contentType])
  const hasTree = parsed.kind === 'json' || parsed.kind === 'html'
  const [view, setView] = useState<'tree' | 'text'>('tree')
  if (body === null)
    return (
      <Text c="dimmed" size="sm">
        Binary, {bytesText(bytes ?? 0)}. It cannot be shown as text.
      </Text>
    )
  if (parsed.kind === 'empty')
    return (
      <Text c="dimmed" size="sm">
        Empty
      </Text>
    )
  return (
    <div>
      <Group gap="xs" mb={4} justify="space-between">
        <Text size="xs" c="dimmed">
          {bytesText(bytes ?? new TextEncoder().encode(body).length)}
          {isTruncated && ` · cut here: only the first ${storedSize} is kept`}
        </Text>
        <Group gap={4}>
          {hasTree && (
            <SegmentedControl
              size="xs"
              aria-label={`${label}: how to show it`}
              value={view}
              onChange={(value) => setView(value === 'text' ? 'text' : 'tree')}
              data={[
                { value: 'tree', label: 'Tree' },
                { value: 'text', label: 'Text' },
              ]}
            />
          )}
          <CopyButton value={body} label={`Copy ${label.toLowerCase()}`} />
        </Group>
      </Group>
      {hasTree && view === 'tree' ? (
        <Tree label={`${label} as a tree`} data={parsed.kind === 'html' ? parsed.document : parsed.value} />
      ) : (
        <pre className={classes.text} tabIndex={0} aria-label={`${label} as text`}>
          {body}
        </pre>
      )}
    </div>
  )
}
