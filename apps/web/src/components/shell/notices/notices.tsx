import type { AccountView } from '@knockwire/domain/accounts/account'
import { Link } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { exactTime } from '../../../lib/format/format.ts'
import { NetworkBanner, NoCallsBanner } from './network-banner.tsx'
import { RemovedNotice } from './removed-notice.tsx'
import classes from '../shell.module.css'
import { UsageBanner } from './usage-banner.tsx'

/** What of the server is to be known on every page: what fails, what its operator has stopped, and what they say to everybody; and what of the account's plan is used up. */
export const Notices = ({ account }: { account: AccountView }) => {
  const { server, suspendedReason, usage } = account
  return (
    <>
      <RemovedNotice account={account} />
      {!server.makesCalls && <NoCallsBanner />}
      {server.networkOutageSince !== null && <NetworkBanner since={server.networkOutageSince} />}
      {server.banner !== null && (
        <div role="status" className={classes.connection} data-shown>
          {server.banner}
        </div>
      )}
      {server.callsPausedAt !== null && (
        <div role="status" className={classes.connection} data-shown>
          {`The operator of this server has paused all calls since ${exactTime(Date.parse(server.callsPausedAt))}. Until calls resume, no task runs and no notification is sent.`}
        </div>
      )}
      {suspendedReason !== null && (
        <div role="status" className={classes.connection} data-shown>
          {`This account is suspended: ${suspendedReason}`}{' '}
          <Link to={paths.support} className={classes.bannerLink}>
            Contact support.
          </Link>
        </div>
      )}
      {usage.emailCount + usage.smsCount > 0 && <UsageBanner account={account} />}
    </>
  )
}
