import { Text } from '@mantine/core'
import { Component, lazy, type ReactNode, Suspense } from 'react'
import { bytes as bytesText } from '../../lib/format.ts'
import classes from './inspect.module.css'

const BodyViewer = lazy(() => import('./body-viewer.tsx').then(({ BodyViewer: component }) => ({ default: component })))

export interface BodyViewProps {
  /** What the body is of, as in "Response body". */
  label: string
  /** Null where its bytes are not at hand. */
  body: string | null
  /** Whether `body` is text or bytes in base64. */
  encoding?: 'text' | 'base64'
  contentType: string
  /** Content-Encoding, where the body was kept as it came. */
  contentEncoding?: string
  /** The size of all of it. */
  bytes?: number
  isTruncated?: boolean
  /** How much of a longer body is stored. */
  storedSize?: string
}

/** A body as what it is: a tree, a table, a picture, text or bytes. Its viewer is loaded when the first one is opened. */
export function BodyView(props: BodyViewProps) {
  const { body, bytes } = props
  if (body === null) return <Said>Binary, {bytesText(bytes ?? 0)}. It cannot be shown as text.</Said>
  if (body === '') return <Said>Empty</Said>
  return (
    <BodyBoundary body={body} encoding={props.encoding} label={props.label}>
      <Suspense fallback={<Said>Loading the body…</Said>}>
        <BodyViewer {...props} body={body} />
      </Suspense>
    </BodyBoundary>
  )
}

const Said = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" size="sm">
    {children}
  </Text>
)

interface BodyBoundaryProps {
  body: string
  encoding: BodyViewProps['encoding']
  label: string
  children: ReactNode
}

/** Where the viewer cannot be loaded or fails, so much of the body is shown as plain text. */
const plainLength = 100_000

/** Bodies come from anyone: what one of them breaks is its own view, never the history. */
class BodyBoundary extends Component<BodyBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { body, encoding, label, children } = this.props
    if (!this.state.hasFailed) return children
    return (
      <>
        <Said>
          The viewer failed, so this is the body as plain text{body.length > plainLength && ', its beginning'}.
        </Said>
        <pre className={classes.plain} tabIndex={0} aria-label={`${label} as text`}>
          {encoding === 'base64' ? 'It consists of bytes that are no text.' : body.slice(0, plainLength)}
        </pre>
      </>
    )
  }
}
