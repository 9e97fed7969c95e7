import type { ReceivedBody } from '@knockwire/domain/receivers/receiver'
import { BodyView } from '../../../components/inspect/body-view.tsx'

interface ReceivedBodyViewProps {
  label: string
  body: ReceivedBody
  contentType: string
  /** Content-Encoding, where the body was kept as it came. */
  contentEncoding?: string | undefined
  isTruncated?: boolean
  /** How much of a longer body is stored. */
  storedSize?: string
}

/** A body as it came, byte for byte: text as text or a tree, pictures as such, anything else as bytes. */
export function ReceivedBodyView({
  label,
  body,
  contentType,
  contentEncoding = '',
  isTruncated = false,
  storedSize,
}: ReceivedBodyViewProps) {
  return (
    <BodyView
      label={label}
      body={body.content}
      encoding={body.encoding}
      contentType={contentType}
      contentEncoding={contentEncoding}
      bytes={body.bytes}
      isTruncated={isTruncated}
      {...(storedSize !== undefined && { storedSize })}
    />
  )
}
