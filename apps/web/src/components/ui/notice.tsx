import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  tone: 'bad' | 'idle'
  title: string
  children: ReactNode
}

/** Says above a page's content what its reader has to know. */
export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = tone === 'bad' ? IconAlertTriangle : IconInfoCircle
  return (
    <Alert className={classes.notice ?? ''} data-tone={tone} icon={<Icon aria-hidden />} title={title}>
      {children}
    </Alert>
  )
}
