import { Component, type ReactNode } from 'react'
import { reportClientError } from '../../../lib/browser/client-errors.ts'
import { ErrorState } from './empty-state.tsx'

interface SectionBoundaryProps {
  /** The section's name, with its article: "The chart". */
  section: string
  children: ReactNode
}

interface State {
  hasFailed: boolean
}

/** A crash of one part leaves the rest of the page. */
export class SectionBoundary extends Component<SectionBoundaryProps, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    reportClientError('crash', error)
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <ErrorState
        title={`${this.props.section} could not be shown. Nothing was lost, and the rest of the page works.`}
        onRetry={() => this.setState({ hasFailed: false })}
      />
    )
  }
}
