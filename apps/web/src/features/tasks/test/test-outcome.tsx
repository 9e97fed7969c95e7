import type { HttpBody } from '@knockwire/domain/bodies/http-body'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import type { TestedVersion } from '@knockwire/domain/tasks/task'
import { Code } from '@mantine/core'
import type { ReactNode } from 'react'
import { NotLoaded } from '../../../components/ui/feedback/not-loaded.tsx'
import { StatusDot } from '../../../components/ui/feedback/status-dot.tsx'
import { runSummary, runTone } from '../list/run-tone.ts'
import { TestNotifications } from './test-notifications.tsx'
import classes from './test-result.module.css'
import type { TaskTest } from './use-task-test.ts'

const versions: Record<TestedVersion, string> = {
  SAVED: 'Tested as saved',
  UNSAVED: 'Tested with your unsaved changes',
}

interface TestOutcomeProps {
  test: TaskTest
  started: NonNullable<TaskTest['started']>
  /** Shows the response's body, where no history does. */
  withBody: boolean
  /** Beside the outcome. */
  children: ReactNode
}

/** The line of a test that is in flight, has ended or cannot be read, why it failed, and its response. */
export const TestOutcome = ({ test: { ended, unread, hasSent }, started, withBody, children }: TestOutcomeProps) => (
  <>
    <div className={classes.line}>
      {ended !== null && <StatusDot withLabel tone={runTone(runOf(ended))} label={runSummary(runOf(ended))} />}
      {ended === null && unread === null && <StatusDot withLabel tone="busy" label="Testing…" />}
      {unread && <NotLoaded what="The result of the test" {...unread} />}
      <span className={classes.version}>{versions[started.version]}</span>
      {children}
    </div>
    {ended && <TestNotifications execution={ended} hasSent={hasSent} />}
    {ended?.error && <p className={classes.advice}>{ended.error.details}</p>}
    {withBody && ended?.response && <ResponseBody body={ended.response.body} />}
  </>
)

/** As everywhere else: "200 in 1.4 ms", "Timeout after 30 s". */
const runOf = ({ status, response, error, responseTimeMs }: ExecutionView) => ({
  status,
  statusCode: response?.statusCode ?? null,
  errorCode: error?.code ?? null,
  responseTimeMs,
})

/** Characters; the rest is in the history. */
const shownLength = 4_000

function ResponseBody({ body: { encoding, content } }: { body: HttpBody }) {
  if (encoding === 'base64')
    return <p className={classes.advice}>The response is binary. It cannot be shown as text.</p>
  if (content === '') return <p className={classes.advice}>The response has no body.</p>
  return (
    <Code block className={classes.body ?? ''} tabIndex={0} role="region" aria-label="Response body">
      {content.length > shownLength ? `${content.slice(0, shownLength)}…` : content}
    </Code>
  )
}
