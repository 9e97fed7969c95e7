import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { BodyViewProps } from './body-view.tsx'
import { ReadBodyView } from './read-body-view.tsx'
import { readInBackground } from './reading/read-in-background.ts'
import { useBackground } from './reading/use-background.ts'

/** A body, read in the background, with what helps to look at it. */
export function BodyViewer({ body, ...props }: BodyViewProps) {
  const { contentType, contentEncoding = '', decoded } = props
  const read = useMemo(
    () => () => readInBackground({ body, contentType, contentEncoding, decoded }),
    [body, contentType, contentEncoding, decoded],
  )
  const found = useBackground(read, null)
  if (found === null) throw new Error('The body cannot be shown.')
  if (found === undefined) {
    return (
      <Text size="sm" c="dimmed">
        Reading the body…
      </Text>
    )
  }
  return <ReadBodyView {...props} body={found} bytes={body.bytes} isTruncated={body.isTruncated} />
}
