import type { HttpBody } from '@knockwire/domain/bodies/http-body'
import { Text } from '@mantine/core'
import { Component, type ReactNode, Suspense } from 'react'
import { reportClientError } from '../../lib/browser/client-errors.ts'
import classes from './inspect.module.css'
import type { NamedBody } from './reading/read-in-background.ts'
import { BodyViewer } from './viewer.ts'

export interface BodyViewProps extends NamedBody {
  /** What the body is of, as in "Response body". */
  label: string
  /** How much of a longer body is stored. */
  storedSize?: string
}

/** A body as what it is: a tree, a table, a picture, text or bytes. Its viewer is loaded when the first one is opened. */
export function BodyView(props: BodyViewProps) {
  const { body, label } = props
  if (body.content === '') return <Muted>Empty</Muted>
  return (
    <BodyBoundary body={body} label={label}>
      <Suspense fallback={<Muted>Loading the body…</Muted>}>
        <BodyViewer {...props} />
      </Suspense>
    </BodyBoundary>
  )
}

const Muted = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" size="sm">
    {children}
  </Text>
)

interface BodyBoundaryProps {
  body: HttpBody
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

  override componentDidCatch(error: unknown) {
    reportClientError('crash', error)
  }

  override render() {
    const { body, label, children } = this.props
    const { encoding, content } = body
    if (!this.state.hasFailed) return children
    return (
      <>
        <Muted>
          The viewer failed. This is the body as plain text{content.length > plainLength && ', its beginning'}.
        </Muted>
        <pre className={classes.plain} tabIndex={0} aria-label={`${label} as text`}>
          {encoding === 'base64' ? 'Binary content.' : content.slice(0, plainLength)}
        </pre>
      </>
    )
  }
}
