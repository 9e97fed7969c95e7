import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { CopyButton } from '../../../components/ui/fields/copy-button.tsx'
import summary from '../../../components/ui/layout/summary.module.css'
import { ExpectationWords } from '../expectation/expectation-words.tsx'
import classes from './settings.module.css'

interface ReceiverSummaryProps {
  receiver: ReceiverView
}

/** The settings to be read, not edited. */
export const ReceiverSummary = ({ receiver }: ReceiverSummaryProps) => (
  <>
    <Response receiver={receiver} />
    <ExpectedCalls receiver={receiver} />
  </>
)

function Response({ receiver }: ReceiverSummaryProps) {
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
    </dl>
  )
}

const ExpectedCalls = ({ receiver: { url, expectation, otherAddresses } }: ReceiverSummaryProps) => (
  <div className={classes.part}>
    <h3 className={classes.heading}>Expected calls</h3>
    <dl className={`${summary.summary} ${classes.summary}`}>
      <dt>When</dt>
      <dd>
        {expectation === null ? (
          <span className={classes.quiet}>None</span>
        ) : (
          <ExpectationWords expectation={expectation} />
        )}
      </dd>
      {otherAddresses.length > 0 && (
        <>
          <dt>Addresses of another service</dt>
          <dd>
            <ul className={classes.addresses}>
              {otherAddresses.map((address) => (
                <OtherAddress key={address} url={new URL(address, url).href} />
              ))}
            </ul>
          </dd>
        </>
      )}
    </dl>
  </div>
)

/** With the host that calls to it have to go to. */
const OtherAddress = ({ url }: { url: string }) => (
  <li>
    <span className={classes.mono}>{url}</span>
    <CopyButton value={url} label={`Copy ${url}`} />
  </li>
)
