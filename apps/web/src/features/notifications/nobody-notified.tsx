import { Link } from 'react-router'
import { presetQuery } from './notification-query.ts'
import classes from './nobody-notified.module.css'

/** Above a task that has no notification: begins the one that most of them are created for. */
export const NobodyNotified = ({ taskId }: { taskId: string }) => (
  <p className={classes.line}>
    Nobody is notified when this fails.{' '}
    <Link to={`/dashboard/tasks/${taskId}?${presetQuery('down')}`} className={classes.link}>
      Add an email alert
    </Link>
  </p>
)
