import { templateLimits } from '@knockwire/domain/channels/channel'
import { plans } from '@knockwire/domain/plans/plans'
import { Anchor, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { TemplateField } from '../../../components/template-editor/template-field.tsx'
import { useAccount } from '../../../lib/account.ts'
import type { SmsForm } from '../form/action-form.ts'
import type { ActionFieldsProps } from '../form/field-props.ts'
import classes from './sms.module.css'

export function SmsFields({ form, errors, variables, onChange }: ActionFieldsProps<SmsForm>) {
  return (
    <>
      <TextsLeft />
      <TextInput
        label="Phone number"
        name="smsPhoneNumber"
        type="tel"
        autoComplete="tel-national"
        placeholder="(604) 555-0199"
        description="Numbers of the US and Canada only."
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
}

/** Says so beforehand where nothing would be sent. */
function TextsLeft() {
  const { data: account } = useAccount()
  if (!account) return null
  const { textsPerMonth, label } = plans[account.plan]
  if (textsPerMonth > account.usage.smsCount) return null
  return (
    <p className={classes.notice}>
      {textsPerMonth === 0
        ? `The ${label} plan sends no text messages.`
        : `The ${textsPerMonth} text messages of this month are used up.`}{' '}
      <Anchor component={Link} to="/dashboard/account" target="_blank" inherit underline="always">
        See the plans
      </Anchor>
    </p>
  )
}
