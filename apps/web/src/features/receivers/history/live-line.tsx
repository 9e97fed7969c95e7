import { VisuallyHidden } from '@mantine/core'
import { StatusDot } from '../../../components/ui/status-dot.tsx'
import classes from './history.module.css'

interface LiveLineProps {
  isActive: boolean
  /** How many requests the last look has brought. */
  arrived: number
}

/** Says that one is watching, and to those who cannot see it, that something came. */
export function LiveLine({ isActive, arrived }: LiveLineProps) {
  return (
    <div className={classes.live}>
      {isActive ? (
        <>
          <StatusDot withLabel tone="busy" label="Live" />
          <span>New requests appear by themselves.</span>
        </>
      ) : (
        <>
          <StatusDot withLabel tone="idle" label="Disabled" />
          <span>Callers get 404, and nothing is recorded.</span>
        </>
      )}
      <VisuallyHidden role="status">{arrivalWords(arrived)}</VisuallyHidden>
    </div>
  )
}

const arrivalWords = (arrived: number): string => {
  if (arrived === 0) return ''
  return arrived === 1 ? 'A new request has come.' : `${arrived} new requests have come.`
}
