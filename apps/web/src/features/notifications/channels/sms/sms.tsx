import { maxSmsLength, sms as definition, smsEnd } from '@knockwire/domain/channels/sms/sms'
import { segmentsOf } from '@knockwire/domain/channels/sms/sms-segments'
import type { SmsSetting } from '@knockwire/domain/channels/sms/sms-setting'
import { shorten } from '@knockwire/domain/text/shorten'
import { IconMessage } from '@tabler/icons-react'
import { type ChannelPreviewProps, defineChannel, lazyFields } from '../channel.ts'
import { PreviewHint, RenderedText } from '../rendered-text.tsx'
import { plainField } from '../../../../lib/editing/merge.ts'
import { UsedUpNote } from './used-up.tsx'
import classes from './sms.module.css'

export interface SmsForm {
  type: 'SMS'
  /** Without the country code. */
  smsPhoneNumber: string
  smsTemplate: string
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
  newForm: ({ ownerKind }) => ({ type: 'SMS', smsPhoneNumber: '', ...definition.defaultTemplates[ownerKind] }),
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
