import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { CopyButton } from '../../../components/ui/copy-button.tsx'
import { CutUrl } from '../../../components/ui/cut-url.tsx'
import { StatusDot } from '../../../components/ui/status-dot.tsx'
import { receiverHistoryPath, receiverPath } from '../receiver-path.ts'
import classes from './receiver-list.module.css'

interface ReceiverProps {
  receiver: ReceiverView
}

export function ReceiverName({ receiver }: ReceiverProps) {
  return (
    <Link to={receiverPath(receiver.id)} className={classes.nameLink}>
      {receiver.name}
    </Link>
  )
}

export function ReceiverUrl({ receiver }: ReceiverProps) {
  return (
    <span className={classes.url}>
      <CutUrl url={receiver.url} />
      <CopyButton value={receiver.url} label={`Copy URL of ${receiver.name}`} />
    </span>
  )
}

export function ReceiverState({ receiver }: ReceiverProps) {
  const isActive = receiver.status === 'ACTIVE'
  return <StatusDot withLabel tone={isActive ? 'ok' : 'idle'} label={isActive ? 'Active' : 'Disabled'} />
}

export function HistoryButton({ receiver }: ReceiverProps) {
  return (
    <Button
      component={Link}
      to={receiverHistoryPath(receiver.id)}
      variant="default"
      aria-label={`History of ${receiver.name}`}
    >
      History
    </Button>
  )
}
