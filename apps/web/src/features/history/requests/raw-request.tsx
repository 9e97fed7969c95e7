import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { rawRequestOf } from '@knockwire/domain/requests/curl/raw-request'
import { useState } from 'react'
import { ExactText } from '../../../components/inspect/text/exact-text.tsx'
import classes from './requests.module.css'

/** A longer body would hold the page up; it stands whole under its own name. */
const mostCharacters = 100_000

/** The request in one piece, as it came over the wire; secret values are masked. */
export function RawRequest({ request }: { request: ReceivedRequestView }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={classes.rawSummary}>Raw request</summary>
      {isOpen && (
        <pre className={classes.raw} role="region" aria-label="Raw request" tabIndex={0}>
          <ExactText text={rawOf(request)} />
        </pre>
      )}
    </details>
  )
}

const rawOf = ({
  httpMethod: method,
  url,
  requestHeaders: headers,
  requestBody: body,
}: ReceivedRequestView): string => {
  const text = rawRequestOf({ method, url, headers, body })
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}\n(truncated)` : text
}
