import { bodyExcerpt } from '@knockwire/domain/bodies/body-excerpt'
import { isLate } from '@knockwire/domain/schedules/catch-up'
import { milliseconds } from '@knockwire/domain/executions/milliseconds'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { masked } from '@knockwire/domain/headers/secret-headers'
import { contentTypeOf } from '@knockwire/domain/headers/read-headers'
import { Stack, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '../../../lib/navigation/paths.ts'
import { BodyView } from '../../../components/inspect/body-view.tsx'
import { prepareBody } from '../../../components/inspect/viewer.ts'
import { DeliveryList } from '../../../components/deliveries/delivery-list.tsx'
import { HeadersTable } from '../../../components/inspect/headers-table.tsx'
import { FoldedSection, LabeledSection } from '../../../components/ui/layout/panel.tsx'
import { CopyButton } from '../../../components/ui/fields/copy-button.tsx'
import { api } from '../../../lib/api/api-client.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'
import { bytes, exactTime } from '../../../lib/format/format.ts'
import { useNow } from '../../../lib/format/use-now.ts'
import { CopyAsCurl } from '../table/copy-as-curl.tsx'
import { TimingBar } from './timing-bar.tsx'

import classes from './executions.module.css'

/** The headers of an execution's response with the values that its history masks. */
const revealResponseHeaders = async ({ id, taskId }: ExecutionView) => {
  const path = `/api/v1/tasks/${taskId}/executions/${id}/reveal-headers`
  return (await api.post(path, undefined, schemaOf('RevealedHeaders'))).headers
}

/** Opens the history at this execution, for anyone who may see the task. */
const linkTo = ({ id, taskId }: ExecutionView) =>
  window.location.origin + paths.historyRow({ kind: 'task', id: taskId }, id)

const namedBody = ({ body, headers }: Pick<ExecutionView['request'], 'body' | 'headers'>) => ({
  body,
  contentType: contentTypeOf(headers) ?? '',
})

/** Begins to read what takes longest to show. */
export const prepareExecution = ({ response }: ExecutionView): void => {
  if (response) prepareBody(namedBody(response))
}

/** One execution in the order in which it is asked about: how it ended, what came back, and what was sent. */
export const ExecutionDetails = ({ execution }: { execution: ExecutionView }) => (
  <Stack gap="md" className={classes.details}>
    <div className={classes.summary}>
      <div className={classes.outcome}>
        <TimingBar execution={execution} />
        <Text size="xs" c="dimmed">
          {outcomeOf(execution)}
          <Wait execution={execution} />
        </Text>
      </div>
      <CopyButton value={linkTo(execution)} label="Copy link to this execution" Icon={IconLink} />
      <CopyAsCurl source={() => sourceOf(execution)} copied={copiedOf(execution)} />
    </div>
    <div className={classes.outcomes}>
      <ErrorSection execution={execution} />
      <LabeledSection title="Notification Status">
        <DeliveryList results={execution.notificationResults} none="No notifications were triggered." />
        {execution.conditionProblems.map((problem) => (
          <Text key={problem.notificationId} size="xs" c="var(--mantine-color-error)" mt={4}>
            {conditionProblemMessage(problem, execution.notificationResults)}
          </Text>
        ))}
      </LabeledSection>
    </div>
    <ResponsePanel execution={execution} />
    <RequestPanel execution={execution} />
  </Stack>
)

const ErrorSection = ({ execution }: { execution: ExecutionView }) => (
  <LabeledSection title="Error">
    <Reason execution={execution} />
  </LabeledSection>
)

/** Why it failed, with the beginning of what the target says of it. */
const Reason = ({ execution: { error, response } }: { execution: ExecutionView }) => {
  if (error)
    return (
      <>
        <Text size="sm" fw={600} c="var(--mantine-color-error)">
          {error.message}
        </Text>
        <Text size="sm">{error.details}</Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {error.code}
        </Text>
      </>
    )
  if (!response || response.statusCode < 400) return <Placeholder>None</Placeholder>
  const excerpt = response.body.encoding === 'text' ? bodyExcerpt(response.body.content) : ''
  return (
    <>
      <Text size="sm" fw={600} className={classes.httpError ?? ''}>
        HTTP error: status code {response.statusCode}
      </Text>
      {excerpt !== '' && (
        <Text size="sm" ff="monospace" className={classes.wrap ?? ''}>
          {excerpt}
        </Text>
      )}
    </>
  )
}

/** "GET, 200, 6 ms, 78 B. Scheduled for Nov 23, 2026, 15:05:48 GMT+1, started 4 ms after it": the run in a line. */
const outcomeOf = ({ request, response, responseTimeMs, trigger, scheduledFor, lagMs }: ExecutionView): string => {
  const facts = [
    request.method,
    ...(response ? [String(response.statusCode)] : []),
    ...(responseTimeMs === null ? [] : [milliseconds(responseTimeMs)]),
    ...(response ? [bytes(response.body.bytes)] : []),
  ]
  const started = trigger === 'TEST' ? 'Test of' : 'Scheduled for'
  const late = lagMs === null ? '' : `, started ${milliseconds(lagMs)} after it${isLate(lagMs) ? ' (late)' : ''}`
  return `${facts.join(', ')}. ${started} ${exactTime(Date.parse(scheduledFor))}${late}`
}

const Wait = ({ execution: { waitsUntil } }: { execution: ExecutionView }) => {
  const nowMs = useNow()
  return waitsUntil === null ? null : `. ${waitWords(waitsUntil, nowMs)}`
}

/** The result is decided a few seconds after the time has ended; the reader's clock may be minutes ahead. */
export const waitWords = (waitsUntil: string, nowMs: number): string => {
  const untilMs = Date.parse(waitsUntil)
  return untilMs >= nowMs
    ? `Waiting until ${exactTime(untilMs)} for its completion`
    : `The time for its completion ended at ${exactTime(untilMs)}, and its result is about to be decided`
}

/** With the URL as it goes over the wire, where characters are escaped and there is no fragment. */
const sourceOf = ({ request: { method, uri, headers, body } }: ExecutionView) => ({
  method,
  url: (URL.canParse(uri) ? new URL(uri).href : uri).split('#', 1)[0] ?? '',
  headers,
  headerTexts: 'sent' as const,
  body,
})

/** What a run sent is kept with its secret values masked. */
const copiedOf = ({ request }: ExecutionView) =>
  request.headers.some(([, value]) => value === masked)
    ? 'Copied as cURL. Secret values are masked in it.'
    : 'Copied as cURL'

const ResponsePanel = ({ execution }: { execution: ExecutionView }) => {
  const { response, status } = execution
  const placeholder = status === 'QUEUED' || status === 'RUNNING' ? 'Waiting for the response…' : 'No response.'
  return (
    <Stack gap="xs">
      <LabeledSection title="Response Body">
        {response ? (
          <BodyView label="Response body" {...namedBody(response)} />
        ) : (
          <Placeholder>{placeholder}</Placeholder>
        )}
      </LabeledSection>
      {response ? (
        <FoldedSection title="Response Headers" count={response.headers.length}>
          <HeadersTable
            label="Response headers"
            headers={response.headers}
            reveal={() => revealResponseHeaders(execution)}
          />
        </FoldedSection>
      ) : (
        <LabeledSection title="Response Headers">
          <Placeholder>{placeholder}</Placeholder>
        </LabeledSection>
      )}
    </Stack>
  )
}

const RequestPanel = ({ execution: { request, response } }: { execution: ExecutionView }) => (
  <Stack gap="xs" className={classes.request}>
    <div className={classes.target}>
      <LabeledSection title="Request Method">
        <Text size="sm" ff="monospace">
          {request.method}
        </Text>
      </LabeledSection>
      <LabeledSection title="URL">
        <Text size="sm" ff="monospace" className={classes.wrap}>
          {request.uri}
        </Text>
        {response && response.finalUri !== request.uri && (
          <Text size="xs" c="dimmed" className={classes.wrap}>
            Redirected to {response.finalUri}
          </Text>
        )}
      </LabeledSection>
    </div>
    <FoldedSection title="Request Headers" count={request.headers.length}>
      <HeadersTable label="Request headers" headers={request.headers} />
    </FoldedSection>
    <LabeledSection title="Request Body">
      <BodyView label="Request body" {...namedBody(request)} />
    </LabeledSection>
  </Stack>
)

const Placeholder = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)

type Problem = ExecutionView['conditionProblems'][number]

/** The effect of a value that could not be read: a negated condition is met without it, so its notification was sent. */
export const conditionProblemMessage = (
  { notificationId, reason }: Problem,
  results: readonly Pick<ExecutionView['notificationResults'][number], 'notificationId'>[],
): string => {
  const isNotified = results.some((result) => result.notificationId === notificationId)
  const outcome = isNotified
    ? 'A notification was due although a value could not be read, which counted as null.'
    : 'A condition couldn’t be checked.'
  return `${outcome} ${reason}`
}
