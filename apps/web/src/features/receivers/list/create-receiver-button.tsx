import { Anchor, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './receiver-list.module.css'
import { useCreateReceiver } from './use-create-receiver.ts'

/** At the plan's limit it says what would help. */
export function CreateReceiverButton({ isLimitReached }: { isLimitReached: boolean }) {
  const create = useCreateReceiver()
  if (!isLimitReached) {
    return (
      <Button
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
      <Button disabled>Create receiver (upgrade needed)</Button>
      <Anchor component={Link} to="/dashboard/account" className={classes.upgrade ?? ''}>
        Upgrade
      </Anchor>
    </>
  )
}
