import { Anchor, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import classes from './task-list.module.css'

/** At the plan's limit it says what would help [TL-19, TL-20, TL-21]. */
export function CreateTaskButton({ isLimitReached }: { isLimitReached: boolean }) {
  const navigate = useNavigate()
  if (!isLimitReached) {
    return (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void navigate('/dashboard/drafts/new')}>
        Create task
      </Button>
    )
  }
  return (
    <>
      <Button disabled>Create task (upgrade needed)</Button>
      <Anchor component={Link} to="/dashboard/account" className={classes.upgrade}>
        Upgrade
      </Anchor>
    </>
  )
}
