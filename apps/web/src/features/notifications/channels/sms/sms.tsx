import { maxSmsLength, sms as definition, smsEnd } from '@knockwire/domain/channels/sms/sms'
import { segmentsOf } from '@knockwire/domain/channels/sms/sms-segments'
import type { SmsSetting } from '@knockwire/domain/channels/sms/sms-setting'
import { plans } from '@knockwire/domain/plans/plans'
import { shorten } from '@knockwire/domain/shorten'
import { Anchor } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useAccount, useIsBillingConfigured } from '../../../../lib/account.ts'
import { type ChannelPreviewProps, defineChannel, lazyFields } from '../channel.ts'
import { PreviewHint, RenderedText } from '../rendered-text.tsx'
import { plainField } from '../../../../lib/merge.ts'
import classes from './sms.module.css'

export interface SmsForm {
  type: 'SMS'
  /** Without the country code. */
  smsPhoneNumber: string
  smsTemplate: string
}

/** Why no text message is sent at present; null where they are. */
function useUsedUp(): string | null {
  const { data: account } = useAccount()
  if (!account) return null
  const { textsPerMonth, label } = plans[account.plan]
  if (textsPerMonth > account.usage.smsCount) return null
  return textsPerMonth === 0
    ? `Text messages are not part of the ${label} plan. They are sent once you upgrade.`
    : `All ${textsPerMonth} text messages of this month are used up.`
}

/** Nothing where the account page sells no plan. */
const PlansLink = () =>
  useIsBillingConfigured() && (
    <Anchor component={Link} to="/dashboard/account" target="_blank" inherit underline="always">
      See the plans
    </Anchor>
  )

/** Beside the notifications: a healthy page has nothing to warn of. */
function UsedUpNote() {
  const reason = useUsedUp()
  return (
    reason !== null && (
      <p className={classes.note}>
        {reason} <PlansLink />
      </p>
    )
  )
}

/** Warns in the dialog, where a text message is about to be set up. */
export function UsedUpNotice() {
  const reason = useUsedUp()
  return (
    reason !== null && (
      <p className={classes.notice}>
        {reason} <PlansLink />
      </p>
    )
  )
}

function SmsPreview({ texts: { smsTemplate } }: ChannelPreviewProps<SmsForm>) {
  const text = smsTemplate?.text ?? ''
  const { segments } = segmentsOf(shorten(text, maxSmsLength, smsEnd))
  return (
    <>
      <div className={classes.bubble}>
        <RenderedText text={smsTemplate} />
      </div>
      <PreviewHint>
        {text.length} characters{text.length > maxSmsLength && `, of which ${maxSmsLength} are sent`}
        {segments > 1 && `, ${segments} messages`}
      </PreviewHint>
    </>
  )
}

export const sms = defineChannel<SmsForm>({
  icon: IconMessage,
  newForm: () => ({ type: 'SMS', smsPhoneNumber: '', ...definition.defaultTemplates.task }),
  formOf: ({ phoneNumber, template }: SmsSetting) => ({
    type: 'SMS',
    smsPhoneNumber: formatNational(phoneNumber),
    smsTemplate: template,
  }),
  mergeFields: [plainField('smsPhoneNumber', 'Phone number'), plainField('smsTemplate', 'Message')],
  toSetting: ({ smsPhoneNumber, smsTemplate }): SmsSetting => ({
    countryCode: '+1',
    phoneNumber: smsPhoneNumber,
    template: smsTemplate,
  }),
  Fields: lazyFields(async () => (await import('./sms-fields.tsx')).SmsFields),
  Preview: SmsPreview,
  Note: UsedUpNote,
})

/** `+16045550199` in its national format, for the field behind the fixed +1; anything else as it is. */
function formatNational(phoneNumber: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phoneNumber) ?? []
  return area === undefined ? phoneNumber : `(${area}) ${exchange}-${line}`
}
