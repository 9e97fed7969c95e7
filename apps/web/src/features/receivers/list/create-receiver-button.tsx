import type { SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { Anchor, Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { useIsBillingConfigured, useViewOnly } from '../../../lib/session/account.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { EmptyState } from '../../../components/ui/feedback/empty-state.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { hasPlans } from '../../../lib/session/instance.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { createReceiverDraft, receiverListKey, saveReceiver } from '../receiver-queries.ts'
import listClasses from '../../../components/list/rows.module.css'
import classes from './receiver-list.module.css'

/** Has a receiver made, and goes on at its page, where it is finished or given up. */
function useCreateReceiver(example?: SaveReceiverInput) {
  const client = useQueryClient()
  const navigate = usePageNavigate()
  return useMutation({
    mutationFn: async () => {
      const { id } = await createReceiverDraft()
      if (example !== undefined) await saveReceiver(id, example)
      return id
    },
    onSuccess: (id) => navigate(paths.receiver(id)),
    onError: (error) => snackbar.error(messageOf(error)),
    // Also when rejected: perhaps the limit was reached elsewhere, and the list shows it.
    onSettled: () => void client.invalidateQueries({ queryKey: receiverListKey }),
  })
}

/** At the limit it offers an upgrade, where there are plans. */
export function CreateReceiverButton({ isLimitReached }: { isLimitReached: boolean }) {
  const create = useCreateReceiver()
  const viewOnly = useViewOnly()
  const isSold = useIsBillingConfigured()
  if (!isLimitReached) {
    return (
      <Button
        data-create
        {...viewOnly}
        leftSection={<IconPlus size={16} aria-hidden />}
        loading={create.isPending}
        onClick={() => create.mutate()}
      >
        Create receiver
      </Button>
    )
  }
  return (
    <>
      <Button disabled>Create receiver ({hasPlans ? 'upgrade needed' : 'limit reached'})</Button>
      {isSold && (
        <Anchor component={Link} to={paths.account} className={listClasses.upgrade ?? ''}>
          Upgrade
        </Anchor>
      )}
    </>
  )
}

/** An example of a response template: it echoes the request. */
const exampleReceiver: SaveReceiverInput = {
  name: 'Echo',
  responseCode: 200,
  responseHeaders: { 'content-type': 'text/plain' },
  responseBody: 'You sent a {{ request.method }}: {{ request.body }}',
}

/** No receivers at all [RL-06]: what one is good for, and one that works. */
export function EmptyReceiverList() {
  const tryExample = useCreateReceiver(exampleReceiver)
  const viewOnly = useViewOnly()
  return (
    <EmptyState
      icon={<IconWebhook size={24} />}
      title="You have no HTTP receivers. Click the button above to create one."
      action={
        <Button variant="default" {...viewOnly} loading={tryExample.isPending} onClick={() => tryExample.mutate()}>
          Start from this example
        </Button>
      }
    >
      <p>
        A receiver is a URL you own. It returns the response you configure, records every request byte for byte, shows
        it live and can notify you by email, SMS, Slack or an HTTP callback.
      </p>
      <div className={classes.example}>
        <span className={classes.exampleName}>{exampleReceiver.name}</span>
        <code className={classes.exampleAnswer}>{exampleReceiver.responseBody}</code>
      </div>
    </EmptyState>
  )
}
