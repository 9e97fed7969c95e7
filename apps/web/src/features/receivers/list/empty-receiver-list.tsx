import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { exampleReceiver } from './example-receiver.ts'
import classes from './receiver-list.module.css'
import { useCreateReceiver } from './use-create-receiver.ts'

/** No receivers at all [RL-06]: what one is good for, and one that works. */
export function EmptyReceiverList() {
  const tryExample = useCreateReceiver(exampleReceiver)
  return (
    <EmptyState
      icon={<IconWebhook size={24} />}
      title="You have no HTTP receivers. Click the button above to create one."
      action={
        <Button variant="default" loading={tryExample.isPending} onClick={() => tryExample.mutate()}>
          Start from this example
        </Button>
      }
    >
      <p>
        A receiver is a URL of your own that others can call. It answers as you set, records every request byte for
        byte, shows it while you watch, and can tell you by email or Slack.
      </p>
      <div className={classes.example}>
        <span className={classes.exampleName}>{exampleReceiver.name}</span>
        <code className={classes.exampleAnswer}>{exampleReceiver.responseBody}</code>
      </div>
    </EmptyState>
  )
}
