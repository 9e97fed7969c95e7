import { Link } from 'react-router'
import { paths } from '../../lib/navigation/paths.ts'
import { useAccount, useIsViewer } from '../../lib/session/account.ts'
import { presetQuery } from './notification-query.ts'
import classes from './nobody-notified.module.css'

/**
 * Above a task that has no notification: begins the one that most of them are created for. Where the account has one condition a
 * notification, it says which failures that one covers.
 */
export const NobodyNotified = ({ taskId }: { taskId: string }) => {
  const { data: account } = useAccount()
  const isViewer = useIsViewer()
  const canCombine = account?.settings.isAdvancedConditionEnabled ?? true
  return (
    <p className={classes.line}>
      Nobody is notified when this fails.{' '}
      {!isViewer && (
        <Link to={`${paths.task(taskId)}?${presetQuery('down')}`} className={classes.link}>
          {canCombine ? 'Add an email alert' : 'Add an email alert for when no response comes'}
        </Link>
      )}
    </p>
  )
}
