import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  tone: 'bad' | 'idle'
  title: string
  children: ReactNode
}

/** Says above a page's content what its reader has to know. */
export function Notice({ tone, title, children }: NoticeProps) {
  const id = useId()
  const Icon = tone === 'bad' ? IconAlertTriangle : IconInfoCircle
  return (
    <div role="alert" aria-labelledby={`${id}-title`} aria-describedby={id} className={classes.notice} data-tone={tone}>
      <Icon size={20} aria-hidden className={classes.icon} />
      <div className={classes.text}>
        <div id={`${id}-title`} className={classes.title}>
          {title}
        </div>
        <div id={id}>{children}</div>
      </div>
    </div>
  )
}
