import classes from './status-dot.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'idle' | 'busy'

export interface StatusDotProps {
  tone: Tone
  /** Said to screen readers and shown on hover; never color alone. */
  label: string
  /** Shows the label beside the dot. */
  withLabel?: boolean
}

/** State as color and shape: filled when fine, a ring when idle, a square when failed, a triangle when in doubt. */
export function StatusDot({ tone, label, withLabel = false }: StatusDotProps) {
  if (!withLabel) return <span role="img" aria-label={label} title={label} className={classes.dot} data-tone={tone} />
  return (
    <span className={classes.labelled} data-tone={tone}>
      <span aria-hidden className={classes.dot} data-tone={tone} />
      {label}
    </span>
  )
}
