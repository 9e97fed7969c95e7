import type { RequestTargetView } from '@knockwire/domain/requests/request-target'
import { sendsBody } from '@knockwire/domain/requests/request-rules'
import type { ReactNode } from 'react'
import { HeadersTable } from '../inspect/headers-table.tsx'
import { Breakable } from '../ui/feedback/breakable.tsx'
import { CopyButton } from '../ui/fields/copy-button.tsx'
import { MethodBadge } from '../ui/layout/request-line.tsx'
import summary from '../ui/layout/summary.module.css'
import classes from './request-editor.module.css'

interface RequestSummaryProps {
  target: RequestTargetView
  /** Further lines before those of the request, such as the task's name. */
  children?: ReactNode
  /** Further lines after them, such as when its execution ends. */
  after?: ReactNode
}

/** A request to be read, not edited. */
export function RequestSummary({ target, children, after }: RequestSummaryProps) {
  return (
    <dl className={summary.summary}>
      {children}
      <dt>Request</dt>
      <dd className={classes.call}>
        <MethodBadge method={target.method} />
        <span className={classes.url}>
          <Breakable text={target.uri} />
        </span>
        <CopyButton value={target.uri} label="Copy URL" />
      </dd>
      <dt>Headers</dt>
      <dd>
        <HeadersTable label="Request headers" headers={target.headers} />
      </dd>
      {sendsBody(target.method) && <BodyLine body={target.body} />}
      <dt>Basic authentication</dt>
      <dd>
        <BasicAuth basicAuth={target.basicAuth} />
      </dd>
      <dt>Redirects</dt>
      <dd>{target.followRedirect ? 'Follow' : 'Don’t follow'}</dd>
      <dt>Certificates</dt>
      <dd>
        {target.allowInsecureCerts ? <span className={classes.caution}>Not verified (insecure)</span> : 'Verified'}
      </dd>
      {after}
    </dl>
  )
}

function BodyLine({ body }: { body: string | null }) {
  return (
    <>
      <dt>Body</dt>
      <dd>
        {body === null ? (
          <span className={classes.quiet}>None</span>
        ) : (
          <pre className={summary.body} tabIndex={0} aria-label="Request body">
            {body}
          </pre>
        )}
      </dd>
    </>
  )
}

function BasicAuth({ basicAuth }: Pick<RequestTargetView, 'basicAuth'>) {
  if (basicAuth.status === 'DISABLED') return <span className={classes.quiet}>Off</span>
  return (
    <>
      As <span className={classes.url}>{basicAuth.username || '(no username)'}</span>
      <span className={classes.quiet}>{basicAuth.passwordSet ? ', password saved' : ', no password'}</span>
    </>
  )
}
