import '../../../theme/mantine-later-styles.ts'
import { milliseconds } from '@knockwire/domain/executions/milliseconds'
import { contentTypeOf, joinedHeader } from '@knockwire/domain/headers/read-headers'
import type { RequestForwardView } from '@knockwire/domain/receivers/forward'
import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { runDurationText } from '@knockwire/domain/text/duration-text'
import { masked } from '@knockwire/domain/headers/secret-headers'
import { Button, Grid, Stack, Text } from '@mantine/core'
import { IconLink, IconRepeat, IconTrash } from '@tabler/icons-react'
import { paths } from '../../../lib/navigation/paths.ts'
import { useIsViewer, useViewOnly } from '../../../lib/session/account.ts'
import { DeliveryList } from '../../../components/deliveries/delivery-list.tsx'
import { BodyView } from '../../../components/inspect/body-view.tsx'
import { prepareBody } from '../../../components/inspect/viewer.ts'
import { HeadersTable } from '../../../components/inspect/headers-table.tsx'
import { LabeledSection } from '../../../components/ui/layout/panel.tsx'
import { StatusDot, type StatusDotProps } from '../../../components/ui/feedback/status-dot.tsx'
import { CopyButton } from '../../../components/ui/fields/copy-button.tsx'
import { exactNumber, exactTime } from '../../../lib/format/format.ts'
import { CopyAsCurl } from '../table/copy-as-curl.tsx'
import classes from './requests.module.css'
import { RawRequest } from './raw-request.tsx'
import { revealRequestHeaders } from './request-queries.ts'
import { signalText } from './signal/request-signal.tsx'

/** What it meant to the heartbeat, and how long the run took that it ended; nothing where the receiver expected no calls. */
const Heartbeat = ({ request: { signal, runDurationMs = null } }: Pick<RequestDetailsProps, 'request'>) =>
  signal !== null && (
    <LabeledSection title="Heartbeat">
      <Text size="sm">{signalText(signal)}</Text>
      {runDurationMs !== null && <Text size="sm">{`A run ended after ${runDurationText(runDurationMs)}.`}</Text>}
    </LabeledSection>
  )

/** What machines responded that it was forwarded to; nothing where it was not. */
const Forwards = ({ forwards }: { forwards: readonly RequestForwardView[] }) =>
  forwards.length > 0 && (
    <LabeledSection title="Forwarded">
      <ul className={classes.forwards}>
        {forwards.map((forward) => (
          <li key={forward.id} title={exactTime(Date.parse(forward.startedAt))}>
            <StatusDot {...stateOf(forward)} />
            <span>{forwardText(forward)}</span>
          </li>
        ))}
      </ul>
    </LabeledSection>
  )

const forwardText = ({ target, status, error, durationMs }: RequestForwardView) =>
  `Forwarded to ${target} → ${status ?? error} in ${milliseconds(durationMs)}`

const stateOf = ({ status }: RequestForwardView): StatusDotProps => {
  if (status === null) return { tone: 'bad', label: 'No response' }
  return status < 400 ? { tone: 'ok', label: 'Succeeded' } : { tone: 'warn', label: 'HTTP error' }
}

/** Opens the history at this request, for anyone who may see the receiver. */
const linkTo = ({ id, receiverId }: ReceivedRequestView) =>
  window.location.origin + paths.historyRow({ kind: 'receiver', id: receiverId }, id)

interface RequestDetailsProps {
  request: ReceivedRequestView
  onReplay: () => void
  onDelete: () => void
}

/** One request in the order in which it is asked about: how it was taken, what it brought, and its rest beside the response. */
export function RequestDetails({ request, onReplay, onDelete }: RequestDetailsProps) {
  const viewOnly = useViewOnly()
  const isViewer = useIsViewer()
  return (
    <Stack gap="md" className={classes.details}>
      <div className={classes.head}>
        <LabeledSection title="URL">
          <span className={classes.address}>
            <span className={classes.url}>{request.url}</span>
            <CopyButton value={request.url} label="Copy URL" />
          </span>
          <Text size="xs" c="dimmed">
            {exactTime(Date.parse(request.createdAt))}
          </Text>
        </LabeledSection>
        <div className={classes.actions}>
          <CopyButton value={linkTo(request)} label="Copy link to this request" Icon={IconLink} />
          <CopyAsCurl source={() => sourceOf(request, isViewer)} copied={copiedOf(request, isViewer)} />
          <Button {...viewOnly} variant="default" leftSection={<IconRepeat size={16} aria-hidden />} onClick={onReplay}>
            Replay
          </Button>
          <Button {...viewOnly} variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            Delete
          </Button>
        </div>
      </div>
      <div className={classes.outcomes}>
        <Heartbeat request={request} />
        <Errors errors={request.errors} />
        <LabeledSection title="Notification Status">
          <DeliveryList results={request.notificationResults} none="No notifications were triggered." />
        </LabeledSection>
        <Forwards forwards={request.forwards ?? []} />
      </div>
      <LabeledSection title="Request Body">
        <BodyView label="Request body" {...namedRequestBody(request)} />
      </LabeledSection>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <RequestPanel request={request} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <ResponsePanel request={request} />
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

const hasSecrets = ({ requestHeaders }: ReceivedRequestView) => requestHeaders.some(([, value]) => value === masked)

/** With the secret values of its headers, without which the command would not do the same; a viewer's is without them. */
const sourceOf = async (request: ReceivedRequestView, isViewer: boolean) => {
  const { httpMethod: method, url, requestHeaders, requestBody: body } = request
  const headers = hasSecrets(request) && !isViewer ? await revealRequestHeaders(request) : requestHeaders
  return { method, url, headers, headerTexts: 'received' as const, body }
}

const copiedOf = (request: ReceivedRequestView, isViewer: boolean) => {
  if (!hasSecrets(request)) return 'Copied as cURL'
  return isViewer ? 'Copied as cURL. Secret values are masked in it.' : 'Copied as cURL, with secret values'
}

/** In their order; a name may come more than once. */
const queryOf = ({ url }: ReceivedRequestView): [string, string][] => [
  ...new URLSearchParams(/\?(.*)/s.exec(url)?.[1] ?? ''),
]

/** A hostile URL has thousands; all of it stands above, as it came. */
const mostParameters = 200

const QueryParameters = ({ query }: { query: [string, string][] }) =>
  query.length > 0 && (
    <LabeledSection title="Query Parameters">
      <HeadersTable label="Query parameters" headers={query.slice(0, mostParameters)} />
      {query.length > mostParameters && (
        <Text size="xs" c="dimmed">
          Showing the first {mostParameters} of {exactNumber(query.length)}
        </Text>
      )}
    </LabeledSection>
  )

const namedRequestBody = ({ requestBody, decodedRequestBody, requestHeaders }: ReceivedRequestView) => ({
  body: requestBody,
  decoded: decodedRequestBody,
  contentType: contentTypeOf(requestHeaders) ?? '',
  contentEncoding: joinedHeader(requestHeaders, 'content-encoding') ?? '',
})

/** Begins to read what takes longest to show. */
export const prepareRequest = (request: ReceivedRequestView): void => prepareBody(namedRequestBody(request))

const RequestPanel = ({ request }: { request: ReceivedRequestView }) => (
  <Stack gap="sm">
    <QueryParameters query={queryOf(request)} />
    <LabeledSection title="Request Headers">
      <HeadersTable
        label="Request headers"
        headers={request.requestHeaders}
        reveal={() => revealRequestHeaders(request)}
      />
    </LabeledSection>
    <RawRequest request={request} />
  </Stack>
)

const ResponsePanel = ({ request }: { request: ReceivedRequestView }) => (
  <Stack gap="sm">
    <LabeledSection title="Response Body">
      <BodyView
        label="Response body"
        body={request.responseBody}
        contentType={contentTypeOf(request.responseHeaders) ?? ''}
        storedSize="64 KiB"
      />
    </LabeledSection>
    <LabeledSection title="Response Headers">
      <HeadersTable label="Response headers" headers={request.responseHeaders} />
      <Text size="xs" c="dimmed" mt={4}>
        Content-Length, Date and Connection are added on sending and not recorded.
      </Text>
    </LabeledSection>
  </Stack>
)

const Errors = ({ errors }: { errors: readonly string[] }) => (
  <LabeledSection title="Errors">
    {errors.length === 0 ? (
      <Text size="sm" c="dimmed">
        None
      </Text>
    ) : (
      errors.map((error) => (
        <Text key={error} size="sm" c="var(--mantine-color-error)">
          {error}
        </Text>
      ))
    )}
  </LabeledSection>
)
