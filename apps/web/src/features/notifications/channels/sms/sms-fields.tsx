import { templateLimits } from '@knockwire/domain/channels/channel'
import { TextInput } from '@mantine/core'
import { TemplateField } from '../../../../components/template-editor/template-field.tsx'
import type { ChannelFieldsProps } from '../channel.ts'
import type { SmsForm } from './sms.tsx'
import { UsedUpNotice } from './used-up.tsx'
import classes from './sms.module.css'

export const SmsFields = ({ fields, variables }: ChannelFieldsProps<SmsForm>) => (
  <>
    <UsedUpNotice />
    <TextInput
      label="Phone number"
      {...fields.bind('smsPhoneNumber')}
      type="tel"
      autoComplete="tel-national"
      placeholder="e.g. (604) 555-0199"
      description="US and Canadian numbers only."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      className={classes.number ?? ''}
      leftSection={<span aria-label="Country code +1">+1</span>}
      leftSectionWidth={44}
    />
    <TemplateField
      label="Message"
      {...fields.bind('smsTemplate')}
      minRows={4}
      maxLength={templateLimits.bodyLength}
      variables={variables}
    />
  </>
)
