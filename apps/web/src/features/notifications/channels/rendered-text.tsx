import type { PreviewedText } from '@knockwire/domain/notifications/preview'
import type { ReactNode } from 'react'
import classes from './rendered-text.module.css'

interface RenderedTextProps {
  text: PreviewedText | undefined
  /** How the text is shown; as it is where absent. */
  render?: (text: string) => ReactNode
}

/** A template with its values filled in, or why it could not be rendered. */
export function RenderedText({ text, render = (plain) => plain }: RenderedTextProps) {
  if (text?.error) return <p className={classes.error}>{text.error}</p>
  return <div className={classes.text}>{render(text?.text ?? '')}</div>
}

/** Beneath or instead of a text. */
export const PreviewHint = ({ children }: { children: ReactNode }) => <p className={classes.hint}>{children}</p>
