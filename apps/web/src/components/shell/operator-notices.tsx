import type { AccountView } from '@knockwire/domain/accounts/account'
import { Link } from 'react-router'
import { exactTime } from '../../lib/format.ts'
import classes from './shell.module.css'

/** What the operator of the server says to everybody, and what they have stopped. */
export const OperatorNotices = ({ account: { server, suspendedReason } }: { account: AccountView }) => (
  <>
    {server.banner !== null && (
      <div role="status" className={classes.connection} data-shown>
        {server.banner}
      </div>
    )}
    {server.callsPausedAt !== null && (
      <div role="status" className={classes.connection} data-shown>
        {`The operator of this server has paused all calls since ${exactTime(Date.parse(server.callsPausedAt))}. Until they are made again, no task runs and no notification is sent.`}
      </div>
    )}
    {suspendedReason !== null && (
      <div role="status" className={classes.connection} data-shown>
        {`This account is suspended: ${suspendedReason}`}{' '}
        <Link to="/dashboard/support" className={classes.bannerLink}>
          Contact support.
        </Link>
      </div>
    )}
  </>
)
