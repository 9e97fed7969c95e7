import { templateLimits } from '@knockwire/domain/channels/channel'
import { TextInput } from '@mantine/core'
import { TemplateField } from '../../../../components/template-editor/template-field.tsx'
import type { ChannelFieldsProps } from '../channel.ts'
import type { SmsForm } from './sms.tsx'
import { UsedUpNotice } from './used-up.tsx'
import classes from './sms.module.css'

export const SmsFields = ({ form, errors, variables, onChange }: ChannelFieldsProps<SmsForm>) => (
  <>
    <UsedUpNotice />
    <TextInput
      label="Phone number"
      name="smsPhoneNumber"
      type="tel"
      autoComplete="tel-national"
      placeholder="e.g. (604) 555-0199"
      description="US and Canadian numbers only."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      className={classes.number ?? ''}
      leftSection={<span aria-label="Country code +1">+1</span>}
      leftSectionWidth={44}
      value={form.smsPhoneNumber}
      error={errors['smsPhoneNumber']}
      onChange={({ currentTarget }) => onChange({ smsPhoneNumber: currentTarget.value })}
    />
    <TemplateField
      label="Message"
      name="smsTemplate"
      minRows={4}
      maxLength={templateLimits.bodyLength}
      value={form.smsTemplate}
      error={errors['smsTemplate']}
      variables={variables}
      onChange={(smsTemplate) => onChange({ smsTemplate })}
    />
  </>
)
