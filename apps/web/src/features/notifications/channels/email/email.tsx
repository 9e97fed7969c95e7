import { templateLimits } from '@knockwire/domain/channels/channel'
import { email as definition, type EmailSetting } from '@knockwire/domain/channels/email/email'
import { IconMail } from '@tabler/icons-react'
import { TemplateField } from '../../../../components/template-editor/template-field.tsx'
import { defineChannel, type ChannelFieldsProps, type ChannelPreviewProps } from '../channel.ts'
import { RenderedText } from '../rendered-text.tsx'
import { AddressChoice } from './address-choice.tsx'
import { plainField } from '../../../../lib/merge.ts'
import classes from './email.module.css'

interface EmailForm {
  type: 'EMAIL'
  emailAddress: string
  emailSubject: string
  emailTemplate: string
}

const EmailFields = ({ form, errors, variables, onChange }: ChannelFieldsProps<EmailForm>) => (
  <>
    <AddressChoice
      address={form.emailAddress}
      error={errors['emailAddress']}
      onChange={(emailAddress) => onChange({ emailAddress })}
    />
    <TemplateField
      label="Subject"
      name="emailSubject"
      isOneLine
      maxLength={templateLimits.subjectLength}
      value={form.emailSubject}
      error={errors['emailSubject']}
      variables={variables}
      onChange={(emailSubject) => onChange({ emailSubject })}
    />
    <TemplateField
      label="Message"
      name="emailTemplate"
      minRows={8}
      maxLength={templateLimits.bodyLength}
      value={form.emailTemplate}
      error={errors['emailTemplate']}
      variables={variables}
      onChange={(emailTemplate) => onChange({ emailTemplate })}
    />
  </>
)

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
  Fields: EmailFields,
  Preview: EmailPreview,
})
