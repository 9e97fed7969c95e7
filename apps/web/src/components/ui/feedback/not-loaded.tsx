import { Button } from '@mantine/core'
import { isStatus } from '../../../lib/api/api-error.ts'
import { useConnection } from '../../../lib/api/connection.ts'
import classes from './not-loaded.module.css'

interface NotLoadedProps {
  /** With its article: "The bookmarks". */
  what: string
  error: unknown
  onRetry: () => void
}

/**
 * Stands in the place of a small part of a page that could not be loaded: where it was left out, it would seem to be empty.
 * Nothing where the server cannot be reached: the page says that by itself, once for all of its parts, and loads them again.
 */
export const NotLoaded = ({ what, error, onRetry }: NotLoadedProps) => {
  const isOutOfReach = useConnection() !== 'online'
  return isOutOfReach && isStatus(error, 0) ? null : (
    <div role="alert" className={classes.line}>
      {what} could not be loaded.
      <Button size="compact-sm" variant="subtle" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
