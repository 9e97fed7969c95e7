import { Anchor, Grid, Stack, Text } from '@mantine/core'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { contentTypeOf } from '@knockwire/domain/headers/header-list'
import type { ReactNode } from 'react'
import { BodyView } from '../../components/inspect/body-view.tsx'
import { CopyButton } from '../../components/ui/copy-button.tsx'
import { DeliveryList } from '../../components/inspect/delivery-list.tsx'
import { HeadersTable } from '../../components/inspect/headers-table.tsx'
import { Part } from '../../components/inspect/part.tsx'
import { revealResponseHeaders } from './reveal-response-headers.ts'
import { conditionProblemWords } from './condition-problem-words.ts'
import { TimingBar } from './timing-bar.tsx'
import classes from './history.module.css'

/** Opens the history at this run, for whoever may see the task. */
const linkTo = ({ id, taskId }: ExecutionView) => `${window.location.origin}/dashboard/tasks/${taskId}/executions/${id}`

/** Everything of one run: what was sent beside what came back. */
export const ExecutionDetails = ({ execution }: { execution: ExecutionView }) => (
  <Stack gap="md" className={classes.details}>
    {execution.error && (
      <Part title="Error">
        <Text size="sm" fw={600} c="var(--mantine-color-error)">
          {execution.error.message}
        </Text>
        <Text size="sm">{execution.error.details}</Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {execution.error.code}
        </Text>
      </Part>
    )}
    <div className={classes.summary}>
      <TimingBar execution={execution} />
      <CopyButton value={linkTo(execution)} label="Copy the link to this run" />
    </div>
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <SentSide execution={execution} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <ReceivedSide execution={execution} />
      </Grid.Col>
    </Grid>
    <Part title="Notification Status">
      <DeliveryList results={execution.notificationResults} none="No notification was due for this run." />
      {execution.conditionProblems.map((problem) => (
        <Text key={problem.notificationId} size="xs" c="var(--mantine-color-error)" mt={4}>
          {conditionProblemWords(problem, execution.notificationResults)}
        </Text>
      ))}
    </Part>
    {!execution.error && (
      <Part title="Error">
        <Text size="sm" c="dimmed">
          None
        </Text>
      </Part>
    )}
  </Stack>
)

const SentSide = ({ execution: { request, response } }: { execution: ExecutionView }) => (
  <Stack gap="sm">
    <Part title="URL">
      <Text size="sm" ff="monospace" className={classes.wrap}>
        {request.uri}
      </Text>
      {response && response.finalUri !== request.uri && (
        <Text size="xs" c="dimmed" className={classes.wrap}>
          Redirected to <Anchor component="span">{response.finalUri}</Anchor>
        </Text>
      )}
    </Part>
    <Part title="Request Method">
      <Text size="sm" ff="monospace">
        {request.method}
      </Text>
    </Part>
    <Part title="Request Headers">
      <HeadersTable label="Request headers" headers={request.headers} />
    </Part>
    <Part title="Request Body">
      <BodyView label="Request body" body={request.body ?? ''} contentType={contentTypeOf(request.headers) ?? ''} />
    </Part>
  </Stack>
)

const ReceivedSide = ({ execution }: { execution: ExecutionView }) => {
  const { response, status } = execution
  const nothing = status === 'QUEUED' || status === 'RUNNING' ? 'Waiting for the answer…' : 'No answer came.'
  return (
    <Stack gap="sm">
      <Part title="Response Headers">
        {response ? (
          <HeadersTable
            label="Response headers"
            headers={response.headers}
            reveal={() => revealResponseHeaders(execution)}
          />
        ) : (
          <Nothing>{nothing}</Nothing>
        )}
      </Part>
      <Part title="Response Body">
        {response ? (
          <BodyView
            label="Response body"
            body={response.body}
            contentType={contentTypeOf(response.headers) ?? ''}
            bytes={response.bodyBytes}
            isTruncated={response.isTruncated}
          />
        ) : (
          <Nothing>{nothing}</Nothing>
        )}
      </Part>
    </Stack>
  )
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)
