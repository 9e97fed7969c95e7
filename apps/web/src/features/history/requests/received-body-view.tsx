import type { ReceivedBody } from '@knockwire/domain/receivers/receiver'
import { BinaryView } from '../../../components/inspect/binary-view.tsx'
import { BodyView } from '../../../components/inspect/body-view.tsx'

interface ReceivedBodyViewProps {
  label: string
  body: ReceivedBody
  contentType: string
  isTruncated?: boolean
  /** How much of a longer body is stored. */
  storedSize?: string
}

/** A body as it came, byte for byte: text as text or a tree, anything else as bytes. */
export function ReceivedBodyView({ label, body, contentType, isTruncated = false, storedSize }: ReceivedBodyViewProps) {
  if (body.encoding === 'base64') return <BinaryView label={label} base64={body.content} />
  return (
    <BodyView
      label={label}
      body={body.content}
      contentType={contentType}
      bytes={body.bytes}
      isTruncated={isTruncated}
      {...(storedSize !== undefined && { storedSize })}
    />
  )
}
