import '../../../theme/mantine-later-styles.ts'
import type { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import { Button, Code, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { NotLoaded } from '../../../components/ui/feedback/not-loaded.tsx'
import { StatusDot } from '../../../components/ui/feedback/status-dot.tsx'
import { api } from '../../../lib/api/api-client.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { pollUntil, unreadOf } from '../../../lib/api/query-state.ts'
import type { NotificationForm } from '../channels/channel.ts'
import { toInput, typedOf } from '../notification-form.ts'
import { deliveryQuery } from '../notification-queries.ts'
import { kindOf, type NotificationOwner } from '../owner.ts'
import { PlanUsage } from '../plan/plan-usage.tsx'
import classes from './dialog.module.css'

interface SendTestProps {
  owner: NotificationOwner
  notificationId: string | null
  form: NotificationForm
  onError: (error: Error) => void
}

const pollMs = 500

/** The result stands at the end of a long dialog, else partly beneath its buttons. */
const scrollIntoView = (result: HTMLElement | null) => result?.scrollIntoView({ block: 'nearest' })

/** Sends the notification as it stands in the form, with its owner as the page shows it, saved or not; shows the result. */
export function SendTest({ owner, notificationId, form, onError }: SendTestProps) {
  const input = { ...toInput(owner, form), ...typedOf(owner), ...(notificationId !== null && { notificationId }) }
  const send = useMutation({
    mutationFn: (sent: typeof input) => api.post(`${kindOf(owner).path}/test`, sent, schemaOf('DeliveryView')),
    onError,
  })
  const result = useQuery({
    ...deliveryQuery(send.data),
    refetchInterval: pollUntil(pollMs, (delivery) => delivery !== undefined && delivery.status !== 'PENDING'),
  })
  const unread = unreadOf(result)
  const isSending = send.isPending || (result.data?.status === 'PENDING' && unread === null)
  // What has been changed since was not tested.
  const isOfForm = JSON.stringify(send.variables) === JSON.stringify(input)
  return (
    <div className={classes.test}>
      <Button variant="default" loading={isSending} onClick={() => send.mutate(input)}>
        Send a test
      </Button>
      <div className={classes.usage}>
        <PlanUsage type={form.action.type} />
      </div>
      <div role="status" className={classes.result}>
        {isOfForm && send.error && <Text size="sm">{messageOf(send.error)}</Text>}
        {isOfForm && !send.isPending && result.data && (
          <div key={result.data.status} ref={scrollIntoView}>
            {unread ? <NotLoaded what="The result of the test" {...unread} /> : <TestResult delivery={result.data} />}
          </div>
        )}
      </div>
    </div>
  )
}

function TestResult({ delivery: { status, error, recipient, response } }: { delivery: DeliveryView }) {
  const isDelivered = status === 'DELIVERED'
  return (
    <>
      {status === 'PENDING' ? (
        <StatusDot withLabel tone="busy" label="Sending the test…" />
      ) : (
        <StatusDot
          withLabel
          tone={isDelivered ? 'ok' : 'bad'}
          label={isDelivered ? `Test sent to ${recipient}` : 'The test was not delivered'}
        />
      )}
      {error !== null && <Text size="sm">{error}</Text>}
      {response !== null && (
        <Text size="sm" component="div">
          Response: {response.statusCode}
          {response.body !== null && response.body !== '' && (
            <Code block className={classes.answer ?? ''} tabIndex={0} aria-label="Response body">
              {response.body}
            </Code>
          )}
        </Text>
      )}
    </>
  )
}
