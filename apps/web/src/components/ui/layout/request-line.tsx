import type { RequestMethod } from '@knockwire/domain/requests/request-target'
import classes from './request-line.module.css'

/** The end that stays whole: the last part of a path or query tells URLs apart. */
const tailLength = 14

/** One line that loses its middle where it does not fit; the whole text stays there for copying and readers. */
export function CutUrl({ url }: { url: string }) {
  const cut = Math.max(0, url.length - tailLength)
  return (
    <span className={classes.url} title={url}>
      <span className={classes.head}>{url.slice(0, cut)}</span>
      {url.slice(cut)}
    </span>
  )
}

/** The HTTP method, small, before a URL. */
export function MethodBadge({ method }: { method: RequestMethod }) {
  return <span className={classes.badge}>{method}</span>
}
