import { exactTime } from '../../../lib/format/format.ts'
import classes from '../shell.module.css'

/** Says that this server only shows what it has: nothing is called and nothing is sent. */
export const NoCallsBanner = () => (
  <div role="status" className={classes.connection} data-shown>
    This server makes no calls and sends nothing: its operator has switched that off, as on a restored copy. Tasks do
    not run.
  </div>
)

/** Says that this server cannot reach the targets, so that nobody takes what is shown for theirs. */
export const NetworkBanner = ({ since }: { since: string }) => (
  <div role="status" className={classes.connection} data-shown>
    {`Knockwire’s own network has been down since ${exactTime(Date.parse(since))}. Until it is back, executions are inconclusive: they don’t count as failed and send no alerts.`}
  </div>
)
