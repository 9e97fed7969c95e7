import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import summary from '../../../components/ui/layout/summary.module.css'
import { describeExpectation } from '../expectation/describe-expectation.ts'
import classes from './settings.module.css'

/** The settings to be read, not edited. */
export function ReceiverSummary({ receiver }: { receiver: ReceiverView }) {
  return (
    <dl className={`${summary.summary} ${classes.summary}`}>
      <dt>Name</dt>
      <dd>{receiver.name}</dd>
      <dt>Status code</dt>
      <dd>{receiver.responseCode}</dd>
      <dt>Response content type</dt>
      <dd className={classes.mono}>{receiver.responseHeaders['content-type']}</dd>
      <dt>Response body</dt>
      <dd>
        {receiver.responseBody === '' ? (
          <span className={classes.quiet}>Empty</span>
        ) : (
          <pre className={summary.body} tabIndex={0} aria-label="Response body">
            {receiver.responseBody}
          </pre>
        )}
      </dd>
      <dt>Expected calls</dt>
      <dd>
        {receiver.expectation === null ? (
          <span className={classes.quiet}>None</span>
        ) : (
          describeExpectation(receiver.expectation)
        )}
      </dd>
    </dl>
  )
}
