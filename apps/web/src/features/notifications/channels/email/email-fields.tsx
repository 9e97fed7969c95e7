import { templateLimits } from '@knockwire/domain/channels/channel'
import { TemplateField } from '../../../../components/template-editor/template-field.tsx'
import type { ChannelFieldsProps } from '../channel.ts'
import { AddressChoice } from './address-choice.tsx'
import type { EmailForm } from './email.tsx'

export const EmailFields = ({ form, errors, variables, onChange }: ChannelFieldsProps<EmailForm>) => (
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
