import { sendsBody } from '@knockwire/domain/requests/request-target'
import type { PreviewField } from '@knockwire/domain/notifications/preview'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isStatus } from '../../../lib/api-error.ts'
import { previewNotification } from '../api.ts'
import { toCondition } from '../condition/condition-form.ts'
import type { ActionForm } from '../form/action-form.ts'
import type { NotificationForm } from '../form/notification-form.ts'
import type { NotificationOwner } from '../form/owner.ts'

/** Soon after typing rests. */
const restMs = 300

/** The form's templates as they would read now, and whether its condition holds now. */
export function usePreview(owner: NotificationOwner, form: NotificationForm) {
  const [{ rule, action }] = useDebouncedValue(form, restMs)
  const question = {
    condition: rule && toCondition(rule.rows),
    receiver: owner.typed,
    templates: templatesOf(action),
  }
  return useQuery({
    queryKey: [`${owner.kind}s`, owner.id, 'notification-preview', question],
    queryFn: ({ signal }) => previewNotification(owner, question, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    // The server makes few at a time.
    retry: (failures, error) => isStatus(error, 429) && failures < 5,
    retryDelay: 1_000,
  })
}

export type Preview = ReturnType<typeof usePreview>

function templatesOf(action: ActionForm): Partial<Record<PreviewField, string>> {
  switch (action.type) {
    case 'EMAIL':
      return { emailSubject: action.emailSubject, emailTemplate: action.emailTemplate }
    case 'SMS':
      return { smsTemplate: action.smsTemplate }
    case 'SLACK':
      return { messageTemplate: action.messageTemplate }
    case 'HTTP':
      return sendsBody(action.requestMethod) && action.requestBody !== '' ? { requestBody: action.requestBody } : {}
  }
}
