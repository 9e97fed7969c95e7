import type { ReactNode } from 'react'
import { Component } from 'react'
import { ErrorState } from './error-state.tsx'

interface PartBoundaryProps {
  /** The part, as it would be named in a sentence: "The chart". */
  part: string
  children: ReactNode
}

interface State {
  hasFailed: boolean
}

/** A crash of one part leaves the rest of the page. */
export class PartBoundary extends Component<PartBoundaryProps, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <ErrorState
        title={`${this.props.part} could not be shown. Nothing was lost, and the rest of the page works.`}
        onRetry={() => this.setState({ hasFailed: false })}
      />
    )
  }
}
