import type { FieldErrors } from '@knockwire/domain/errors'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formOfSlackDialog, type NotificationForm } from '../form/notification-form.ts'
import type { NotificationOwner } from '../form/owner.ts'
import { returningDialog, slackStateParam } from '../slack/slack-state.ts'

/** What the dialog is opened with. */
export interface OpenDialog {
  /** Null: a new one. */
  notificationId: string | null
  initial: NotificationForm
  /** Back from Slack's page: what is at fault, such as why it gave no channel. */
  returned?: FieldErrors
}

/** The dialog that was left for Slack, once; the URL is then the page's own again. */
export function useReturnFromSlack(owner: NotificationOwner): OpenDialog | null {
  const [search] = useSearchParams()
  const [returned] = useState(() => returningDialog(search, owner))
  const navigate = useNavigate()
  const isBack = search.has(slackStateParam)
  useEffect(() => {
    if (isBack) void navigate({ search: '' }, { replace: true })
  }, [isBack, navigate])
  return (
    returned && {
      notificationId: returned.notificationId,
      initial: formOfSlackDialog(owner, returned),
      returned: returned.error === undefined ? {} : { slackChannel: returned.error },
    }
  )
}
