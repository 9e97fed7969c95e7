import type { RequestMethod } from '@knockwire/domain/requests/request-target'
import classes from './method-badge.module.css'

/** The HTTP method, small, before a URL. */
export function MethodBadge({ method }: { method: RequestMethod }) {
  return <span className={classes.badge}>{method}</span>
}
