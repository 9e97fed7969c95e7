import { EmailFields } from '../email/email-fields.tsx'
import type { ActionForm } from '../form/action-form.ts'
import type { ActionFieldsProps } from '../form/field-props.ts'
import { HttpFields } from '../http/http-fields.tsx'
import { SlackFields } from '../slack/slack-fields.tsx'
import { SmsFields } from '../sms/sms-fields.tsx'

interface Props extends Omit<ActionFieldsProps<ActionForm>, 'form'> {
  action: ActionForm
  isLeaving: boolean
  onNewChannel: () => void
}

/** The fields of the notification's channel. */
export function ActionFields({ action, isLeaving, onNewChannel, ...shared }: Props) {
  switch (action.type) {
    case 'EMAIL':
      return <EmailFields {...shared} form={action} />
    case 'SMS':
      return <SmsFields {...shared} form={action} />
    case 'SLACK':
      return <SlackFields {...shared} form={action} isLeaving={isLeaving} onNewChannel={onNewChannel} />
    case 'HTTP':
      return <HttpFields {...shared} form={action} />
  }
}
