import { email as definition } from '@knockwire/domain/channels/email/email'
import type { EmailSetting } from '@knockwire/domain/channels/email/email-setting'
import { IconMail } from '@tabler/icons-react'
import { type ChannelPreviewProps, defineChannel, lazyFields } from '../channel.ts'
import { RenderedText } from '../rendered-text.tsx'
import { plainField } from '../../../../lib/editing/merge.ts'
import classes from './email.module.css'

export interface EmailForm {
  type: 'EMAIL'
  emailAddress: string
  emailSubject: string
  emailTemplate: string
}

const EmailPreview = ({ texts }: ChannelPreviewProps<EmailForm>) => (
  <div className={classes.message}>
    <div className={classes.subject}>
      <RenderedText text={texts.emailSubject} />
    </div>
    <RenderedText text={texts.emailTemplate} />
  </div>
)

export const email = defineChannel<EmailForm>({
  icon: IconMail,
  newForm: ({ ownerKind, emailAddress }) => ({
    type: 'EMAIL',
    emailAddress,
    ...definition.defaultTemplates[ownerKind],
  }),
  formOf: ({ address, subject, template }: EmailSetting) => ({
    type: 'EMAIL',
    emailAddress: address,
    emailSubject: subject,
    emailTemplate: template,
  }),
  mergeFields: [
    plainField('emailAddress', 'Email address'),
    plainField('emailSubject', 'Subject'),
    plainField('emailTemplate', 'Message'),
  ],
  toSetting: ({ emailAddress, emailSubject, emailTemplate }): EmailSetting => ({
    address: emailAddress.trim(),
    subject: emailSubject,
    template: emailTemplate,
  }),
  Fields: lazyFields(async () => (await import('./email-fields.tsx')).EmailFields),
  Preview: EmailPreview,
})
