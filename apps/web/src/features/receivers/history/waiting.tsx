import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Panel } from '../../../components/ui/panel.tsx'
import { CopyButton } from '../../../components/ui/copy-button.tsx'
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
      >
        {isActive ? (
          <p>
            The first one appears here the moment it comes. Point a webhook at the URL, or send one from a terminal:
          </p>
        ) : (
          <p>
            This receiver is disabled: callers get 404, and nothing is recorded. Activate it in the menu above, then try
            it from a terminal:
          </p>
        )}
        <div className={classes.try}>
          <div className={classes.address}>
            <span className={classes.url}>{receiver.url}</span>
            <CopyButton value={receiver.url} label="Copy URL" />
          </div>
          <CurlCommand url={receiver.url} />
        </div>
      </EmptyState>
    </Panel>
  )
}
