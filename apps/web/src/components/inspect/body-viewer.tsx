import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { BodyViewProps } from './body-view.tsx'
import type { ReadBody, RawBody } from './read-body.ts'
import { ReadBodyView } from './read-body-view.tsx'
import { readInBackground } from './read-in-background.ts'
import { useBackground } from './use-background.ts'

/** A body, read in the background, with what helps to look at it. */
export function BodyViewer({ body, ...props }: BodyViewProps) {
  const { contentType, contentEncoding = '' } = props
  const { encoding, content, bytes, isTruncated } = body
  const [read, unread] = useMemo(() => {
    const raw: RawBody = { content, encoding, contentType, contentEncoding, isCut: isTruncated }
    const asText: ReadBody =
      encoding === 'text' ? { kind: 'text', text: content } : { kind: 'binary', bytes: bytesOf(content) }
    return [(signal: AbortSignal) => readInBackground(raw, signal), asText] as const
  }, [content, encoding, contentType, contentEncoding, isTruncated])
  const found = useBackground(read, unread)
  if (found === undefined) {
    return (
      <Text size="sm" c="dimmed">
        Reading the body…
      </Text>
    )
  }
  return <ReadBodyView {...props} body={found} bytes={bytes} isTruncated={isTruncated} />
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
