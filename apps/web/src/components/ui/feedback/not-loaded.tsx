import { Button } from '@mantine/core'
import classes from './not-loaded.module.css'

interface NotLoadedProps {
  /** With its article: "The bookmarks". */
  what: string
  onRetry: () => void
}

/** Stands in the place of a small part of a page that could not be loaded: where it was left out, it would seem to be empty. */
export const NotLoaded = ({ what, onRetry }: NotLoadedProps) => (
  <div role="alert" className={classes.line}>
    {what} could not be loaded.
    <Button size="compact-sm" variant="subtle" onClick={onRetry}>
      Try again
    </Button>
  </div>
)
