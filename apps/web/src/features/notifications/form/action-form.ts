import type { FieldErrors } from '@knockwire/domain/errors'
import type { SaveNotificationInput } from '@knockwire/domain/notifications/notification'
import { toRequestTarget, type RequestForm } from '../../../components/request-editor/request-form.ts'

export interface EmailForm {
  type: 'EMAIL'
  emailAddress: string
  emailSubject: string
  emailTemplate: string
}

export interface SmsForm {
  type: 'SMS'
  /** Without the country code. */
  smsPhoneNumber: string
  smsTemplate: string
}

export interface SlackForm {
  type: 'SLACK'
  /** The channel's id; empty where none is chosen. */
  slackChannel: string
  messageTemplate: string
}

export interface HttpForm extends RequestForm {
  type: 'HTTP'
}

/** What a notification does, as it is being edited. Its fields bear the names of their errors. */
export type ActionForm = EmailForm | SmsForm | SlackForm | HttpForm

export type Setting = Pick<SaveNotificationInput, 'emailSetting' | 'smsSetting' | 'slackSetting' | 'request'>

/** The setting of the form's type, as it is sent. */
export function toSetting(form: ActionForm): Setting {
  switch (form.type) {
    case 'EMAIL':
      return {
        emailSetting: { address: form.emailAddress.trim(), subject: form.emailSubject, template: form.emailTemplate },
      }
    case 'SMS':
      return { smsSetting: { countryCode: '+1', phoneNumber: form.smsPhoneNumber, template: form.smsTemplate } }
    case 'SLACK':
      return { slackSetting: { channelId: form.slackChannel, messageTemplate: form.messageTemplate } }
    case 'HTTP':
      return { request: { target: toRequestTarget(form) } }
  }
}

/** Editing a field clears its error. */
export const clearFieldErrors = (errors: FieldErrors, change: object): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => !(key in change)))
