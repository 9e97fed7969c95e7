import type { PreviewView } from '@knockwire/domain/notifications/preview'
import { Skeleton } from '@mantine/core'
import { useId } from 'react'
import type { ActionForm } from '../form/action-form.ts'
import type { NotificationOwner } from '../form/owner.ts'
import { MessagePreview } from './message-preview.tsx'
import classes from './preview.module.css'
import type { Preview } from './use-preview.ts'

interface PreviewPanelProps {
  owner: NotificationOwner
  action: ActionForm
  preview: Preview
}

/** The message as it would read now. */
export function PreviewPanel({ owner, action, preview }: PreviewPanelProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={classes.panel} aria-busy={preview.isFetching}>
      <h4 id={titleId} className={classes.title}>
        Preview
      </h4>
      <p className={classes.subject}>{preview.isError ? failedText : subjectText(owner, preview.data)}</p>
      {preview.data ? (
        <MessagePreview action={action} texts={preview.data.texts} />
      ) : (
        !preview.isError && <Skeleton height={120} radius="md" />
      )}
    </section>
  )
}

const failedText = 'There is no preview right now. What you write can be saved all the same.'

const words = {
  task: {
    newest: 'Of the newest execution',
    none: 'With example values that meet the condition, until there is an execution',
  },
  receiver: {
    newest: 'Of the newest request',
    none: 'With example values, until there is a request',
  },
} as const

const subjectText = ({ kind }: NotificationOwner, data: PreviewView | undefined): string =>
  data?.subjectId === null ? words[kind].none : words[kind].newest
