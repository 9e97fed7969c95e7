import { channels } from '@knockwire/domain/channels/registry'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import type { ExecutionPreview } from '@knockwire/domain/notifications/preview'
import { useQuery } from '@tanstack/react-query'
import { NotLoaded } from '../../../components/ui/feedback/not-loaded.tsx'
import { runPreviewQuery } from './run-preview-query.ts'
import { sentTexts } from './sent-text.ts'
import classes from './test-result.module.css'

interface TestNotificationsProps {
  /** A test that has ended. */
  execution: ExecutionView
  hasSent: boolean
}

/** Whom a test has notified, or what it would have sent to whom. */
export const TestNotifications = ({ execution, hasSent }: TestNotificationsProps) =>
  hasSent ? <Sent results={execution.notificationResults} /> : <WouldSend {...execution} />

const Sent = ({ results }: { results: ExecutionView['notificationResults'] }) =>
  sentTexts(results).map((text) => (
    <p key={text} className={classes.advice}>
      {text}
    </p>
  ))

function WouldSend({ taskId, id }: Pick<ExecutionView, 'taskId' | 'id'>) {
  const { data, error, refetch } = useQuery(runPreviewQuery(taskId, id))
  if (error !== null)
    return (
      <>
        <p className={classes.advice}>Nothing was sent, since this is a test.</p>
        <NotLoaded what="What would be sent" error={error} onRetry={() => void refetch()} />
      </>
    )
  if (data === undefined || data.results.length === 0) return null
  const met = data.results.filter(({ verdict }) => verdict?.holds === true)
  if (met.length === 0) return <p className={classes.advice}>No notification would be sent: no condition is met.</p>
  return (
    <div>
      <p className={classes.advice}>Nothing was sent, since this is a test. Otherwise this would be sent:</p>
      <ul className={classes.messages}>
        {met.map((preview) => (
          <li key={preview.notificationId}>
            <Message {...preview} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Message({ type, recipient, texts: { emailSubject, ...texts } }: ExecutionPreview) {
  const [message] = Object.values(texts)
  const recipientText = `${channels[type].label} to ${recipient}`
  const subject = emailSubject?.text ?? null
  const text = message?.text ?? message?.error ?? ''
  if (text === '') return recipientText
  return (
    <details>
      <summary className={classes.summary}>
        {recipientText}
        {subject !== null && <span className={classes.version}>: {subject}</span>}
      </summary>
      <div className={classes.message}>{text}</div>
    </details>
  )
}
