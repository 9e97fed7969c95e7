import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { CopyButton } from '../../../components/ui/copy-button.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Panel } from '../../../components/ui/panel.tsx'
import { CurlCommand } from '../curl-command.tsx'
import classes from './history.module.css'

/** Nothing has come yet: a live state, with what makes something come [RH-10]. */
export function Waiting({ receiver }: { receiver: ReceiverView }) {
  const isActive = receiver.status === 'ACTIVE'
  return (
    <Panel>
      <EmptyState
        icon={<span className={classes.pulse} data-live={isActive || undefined} />}
        title="Waiting for requests..."
        action={<WaysToTry url={receiver.url} />}
      >
        {isActive
          ? 'The first one appears here the moment it comes. Point a webhook at the URL, or send one from a terminal.'
          : 'This receiver is disabled: callers get 404, and nothing is recorded. Activate it in the menu above first.'}
      </EmptyState>
    </Panel>
  )
}

const WaysToTry = ({ url }: { url: string }) => (
  <div className={classes.try}>
    <div className={classes.address}>
      <span className={classes.url}>{url}</span>
      <CopyButton value={url} label="Copy URL" />
    </div>
    <CurlCommand url={url} />
  </div>
)
