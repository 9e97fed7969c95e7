import type { AccountView } from '@knockwire/domain/accounts/account'
import { Link } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { useNow } from '../../../lib/format/use-now.ts'
import classes from '../shell.module.css'
import { canUpgrade, isUsageShort, usageNotices } from './usage-notice.ts'

/** Says which messages are not sent since the plan's are used up, and until when, so that nobody waits for an alert in vain. */
export function UsageBanner({ account }: { account: AccountView }) {
  const notices = usageNotices(account, useNow())
  if (!isUsageShort(account)) return null
  return (
    <div role="status" className={classes.connection} data-shown>
      {notices.join(' ')}{' '}
      {canUpgrade(account) && (
        <Link to={paths.account} className={classes.bannerLink}>
          Upgrade
        </Link>
      )}
    </div>
  )
}
