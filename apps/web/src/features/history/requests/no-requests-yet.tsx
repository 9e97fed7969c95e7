import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { CopyButton } from '../../../components/ui/fields/copy-button.tsx'
import { CurlCommand } from '../../../components/ui/fields/curl-command.tsx'
import { EmptyState } from '../../../components/ui/feedback/empty-state.tsx'
import { Panel } from '../../../components/ui/layout/panel.tsx'
import classes from './requests.module.css'

/** Before the first request: a live state, with ways to send one [RH-10]. */
export function NoRequestsYet({ receiver }: { receiver: ReceiverView }) {
  const isActive = receiver.status === 'ACTIVE'
  return (
    <Panel>
      <EmptyState
        icon={<span className={classes.pulse} data-live={isActive || undefined} />}
        title={isActive ? 'Waiting for requests...' : 'This receiver is disabled.'}
        action={<RequestExamples url={receiver.url} />}
      >
        {isActive
          ? 'Your first request will appear here as soon as it arrives. Point a webhook at the URL, or send one from a terminal.'
          : 'Callers get 404, and nothing is recorded. Activate it in the menu above first.'}
      </EmptyState>
    </Panel>
  )
}

const RequestExamples = ({ url }: { url: string }) => (
  <div className={classes.tryOut}>
    <div className={classes.address}>
      <span className={classes.url}>{url}</span>
      <CopyButton value={url} label="Copy URL" />
    </div>
    <CurlCommand url={url} />
  </div>
)
