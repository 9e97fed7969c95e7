import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import type { HeartbeatState } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { Anchor } from '@mantine/core'
import { useId } from 'react'
import { CopyButton } from '../../../components/ui/fields/copy-button.tsx'
import { Panel } from '../../../components/ui/layout/panel.tsx'
import { DueTime, ElapsedTime, RelativeTime } from '../../../components/ui/feedback/relative-time.tsx'
import { StatusDot } from '../../../components/ui/feedback/status-dot.tsx'
import { HeartbeatHistory } from '../heartbeat-history/heartbeat-history.tsx'
import classes from './expectation.module.css'
import { ExpectationWords } from './expectation-words.tsx'
import { HeartbeatChanges } from './heartbeat-changes.tsx'
import { heartbeatLabel } from './heartbeat-labels.ts'
import { SignalSnippets } from './signal-snippets.tsx'

const nothingExpected = (state: HeartbeatState, isLearned: boolean) => {
  if (state === 'PAUSED') return 'Nothing while the receiver is disabled'
  return isLearned ? 'Once there are enough requests' : 'After the first call'
}

/** While a run is open, its time limit alone decides. */
const isWithinRun = (state: HeartbeatState, { mode, maxRunSeconds }: Expectation) =>
  state === 'RUNNING' && mode !== 'LEARNED' && maxRunSeconds !== null

/** It was to have come. */
const isOverdue = (state: HeartbeatState, expectedAt: string) =>
  (state === 'LATE' || state === 'DOWN') && Date.parse(expectedAt) < Date.now()

/** How a receiver that expects calls fares; nothing for one that does not. */
export function HeartbeatPanel({ receiver }: { receiver: ReceiverView }) {
  const titleId = useId()
  const { id, url, heartbeat, expectation, createdAt } = receiver
  if (heartbeat === null || expectation === null) return null
  const { state, since, lastSignalAt, expectedAt, badgeUrl } = heartbeat
  const isLearned = expectation.mode === 'LEARNED'
  const { label, tone } = heartbeatLabel(state, expectation)
  return (
    <Panel>
      <section aria-labelledby={titleId}>
        <h2 id={titleId} className={classes.title}>
          Heartbeat
        </h2>
        <div className={classes.head} role="status">
          <span className={classes.state}>
            <StatusDot withLabel tone={tone} label={label} />
          </span>
          <span className={classes.since}>
            <ElapsedTime since={since} />
          </span>
        </div>
        <dl className={classes.facts}>
          <dt>{isLearned ? 'Last counted request' : 'Last call'}</dt>
          <dd>{lastSignalAt === null ? 'None yet' : <RelativeTime at={lastSignalAt} />}</dd>
          <dt>{isLearned ? 'Next count' : 'Next expected'}</dt>
          <dd>
            {isWithinRun(state, expectation) ? (
              'The end of its run'
            ) : expectedAt === null ? (
              nothingExpected(state, isLearned)
            ) : isOverdue(state, expectedAt) ? (
              <>
                Overdue: it was expected <RelativeTime at={expectedAt} />
              </>
            ) : (
              <DueTime at={expectedAt} />
            )}
          </dd>
          <dt>Expects</dt>
          <dd>
            <ExpectationWords expectation={expectation} />
          </dd>
          <dt>Badge</dt>
          <dd className={classes.badge}>
            <Anchor href={`${badgeUrl}/svg`}>Picture</Anchor>
            <CopyButton value={`${badgeUrl}/svg`} label="Copy the address of the picture" />
            <Anchor href={badgeUrl}>JSON</Anchor>
            <CopyButton value={badgeUrl} label="Copy the address of the JSON" />
          </dd>
        </dl>
        <HeartbeatHistory receiverId={id} since={`${state} ${since}`} createdAt={createdAt} />
        <HeartbeatChanges receiverId={id} since={`${state} ${since}`} />
        {!isLearned && <SignalSnippets url={url} isOpen={state === 'NEW'} />}
      </section>
    </Panel>
  )
}
