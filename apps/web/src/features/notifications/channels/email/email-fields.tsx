import { templateLimits } from '@knockwire/domain/channels/channel'
import { TemplateField } from '../../../../components/template-editor/template-field.tsx'
import type { ChannelFieldsProps } from '../channel.ts'
import { AddressChoice } from './address-choice.tsx'
import type { EmailForm } from './email.tsx'

export const EmailFields = ({ fields, variables }: ChannelFieldsProps<EmailForm>) => (
  <>
    <AddressChoice
      address={fields.values.emailAddress}
      error={fields.errors['emailAddress']}
      onChange={(emailAddress) => fields.change({ emailAddress })}
    />
    <TemplateField
      label="Subject"
      {...fields.bind('emailSubject')}
      isOneLine
      maxLength={templateLimits.subjectLength}
      variables={variables}
    />
    <TemplateField
      label="Message"
      {...fields.bind('emailTemplate')}
      minRows={8}
      maxLength={templateLimits.bodyLength}
      variables={variables}
    />
  </>
)
