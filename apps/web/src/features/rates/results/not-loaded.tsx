import type { ReactNode } from 'react'
import shared from '../shared.module.css'

interface NotLoadedProps {
  /** What could not be loaded, as a sentence. */
  children: ReactNode
  onRetry: () => void
}

/** A part of the rates page that could not be loaded. */
export const NotLoaded = ({ children, onRetry }: NotLoadedProps) => (
  <p className={shared.alert}>
    {children}{' '}
    <button type="button" className={shared.retry} onClick={onRetry}>
      Try again
    </button>
  </p>
)
