import { channels } from '@knockwire/domain/channels/registry'
import type { DeliveryStatus, DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useViewOnly } from '../../lib/session/account.ts'
import { api } from '../../lib/api/api-client.ts'
import { schemaOf } from '../../lib/api/schemas.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import { timeSpan, tooltipTime } from '../../lib/format/format.ts'
import { useNow } from '../../lib/format/use-now.ts'
import { RelativeTime } from '../ui/feedback/relative-time.tsx'
import { StatusDot, type Tone } from '../ui/feedback/status-dot.tsx'
import classes from './deliveries.module.css'
import { hasPlans } from '../../lib/session/instance.ts'

interface NextTryTimes {
  attempts: number
  atMs: number
  nowMs: number
}

/**
 * "Retrying in about 40 s", or where nothing has failed yet, since it waits for its turn, "Sent in about 40 min"; "now" also
 * a little later.
 */
export const nextTryLabel = ({ attempts, atMs, nowMs }: NextTryTimes): string => {
  const [now, later] = attempts === 0 ? ['Sending', 'Sent'] : ['Retrying', 'Retrying']
  return atMs - nowMs < 2_000 ? `${now} now` : `${later} in about ${timeSpan(atMs - nowMs)}`
}

/** When a notification that waits is tried next; exact on hover. */
function NextTry({ at, attempts }: { at: string; attempts: number }) {
  const now = useNow()
  const atMs = Date.parse(at)
  return (
    <Text component="time" size="xs" dateTime={at} title={tooltipTime(atMs)}>
      {nextTryLabel({ attempts, atMs, nowMs: now })}
    </Text>
  )
}

const statusViews: Record<DeliveryStatus, { tone: Tone; label: string }> = {
  PENDING: { tone: 'busy', label: 'Pending' },
  DELIVERED: { tone: 'ok', label: 'Delivered' },
  FAILED: { tone: 'bad', label: 'Failed' },
  LIMIT_EXCEEDED: { tone: 'warn', label: hasPlans ? 'Not sent (plan limit)' : 'Not sent (limit)' },
  MUTED: { tone: 'idle', label: 'Not sent (muted)' },
}

interface DeliveryListProps {
  results: readonly DeliveryView[]
  /** What to say where there are none. */
  none: string
}

/** What became of each notification of a run or a received request. */
export const DeliveryList = ({ results, none }: DeliveryListProps) => {
  if (results.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    )
  }
  return (
    <Stack gap="sm">
      {results.map((result) => (
        <Delivery key={result.id} result={result} />
      ))}
    </Stack>
  )
}

/** The history is polled, and shows what comes of it. */
function Resend({ id, label }: { id: string; label: string }) {
  const client = useQueryClient()
  const viewOnly = useViewOnly()
  const resend = useMutation({
    mutationFn: () => api.post(`/api/v1/deliveries/${id}/resend`, {}, schemaOf('DeliveryView')),
    onSuccess: () => {
      snackbar.info('Sending')
      return client.invalidateQueries({
        predicate: ({ queryKey }) => ['tasks', 'receivers'].includes(String(queryKey[0])),
      })
    },
  })
  return (
    <>
      <Button
        {...viewOnly}
        variant="default"
        size="compact-sm"
        mt={4}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
      >
        {label}
      </Button>
      {resend.error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {messageOf(resend.error)}
        </Text>
      )}
    </>
  )
}

const isListedElsewhere = ({ id, joinedTo, status }: DeliveryView) =>
  status === 'DELIVERED' && joinedTo !== null && joinedTo !== id

const Delivery = ({ result }: { result: DeliveryView }) => (
  <div>
    <Group gap="xs">
      <StatusDot withLabel tone={statusViews[result.status].tone} label={statusViews[result.status].label} />
      <Text size="sm">
        {channels[result.type].label} to {result.recipient}
      </Text>
      <Text size="xs" c="dimmed">
        {result.attempts > 0 && (result.attempts === 1 ? '1 attempt' : `${result.attempts} attempts`)}
        {result.deliveredAt && (
          <>
            , <RelativeTime at={result.deliveredAt} />
          </>
        )}
      </Text>
      {result.nextAttemptAt !== null && <NextTry at={result.nextAttemptAt} attempts={result.attempts} />}
    </Group>
    {result.condition && (
      <Text size="xs" c="dimmed" mt={2} className={classes.condition ?? ''}>
        {result.condition}
      </Text>
    )}
    {isListedElsewhere(result) && (
      <Text size="xs" c="dimmed" mt={2}>
        Joined: one email of this notification listed it with others.
      </Text>
    )}
    {result.error && result.status !== 'MUTED' && (
      <Text size="xs" c={result.status === 'PENDING' ? 'dimmed' : 'var(--mantine-color-error)'} mt={2}>
        {result.error}
      </Text>
    )}
    {result.response !== null && result.status === 'FAILED' && result.response.body && (
      <Code block className={classes.answer ?? ''} tabIndex={0} aria-label="Response body">
        {result.response.body}
      </Code>
    )}
    {result.status === 'FAILED' && <Resend id={result.id} label="Send again" />}
    {(result.status === 'LIMIT_EXCEEDED' || result.status === 'MUTED') && <Resend id={result.id} label="Send now" />}
  </div>
)
