import { AppError, notFound } from '@knockwire/domain/errors'
import { writeTextReport } from '@knockwire/services/deliveries/write-deliveries'
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'

/** https://www.twilio.com/docs/api/errors, those that a text can end with after it was taken. */
const messages: Record<string, string> = {
  '21610': 'The owner of this number has opted out by replying STOP.',
  '30001': 'Twilio’s queue was full.',
  '30002': 'This server’s Twilio account is suspended.',
  '30003': 'The phone cannot be reached: it may be switched off or out of reach.',
  '30004': 'The phone or its network blocks our text messages.',
  '30005': 'This number is not in use.',
  '30006': 'This number is a landline, or its network doesn’t accept text messages.',
  '30007': 'The network rejected the text message as spam.',
  '30034':
    'The network rejects text messages from numbers that are not registered with it, and this server’s number is not.',
}

/** Why a text did not arrive, by Twilio's code for it. */
const failureMessage = (code: string | undefined): string => {
  const known = code !== undefined && Object.hasOwn(messages, code) ? messages[code] : undefined
  if (known !== undefined) return known
  return /^\d{1,6}$/.test(code ?? '')
    ? `The text message did not arrive (Twilio error ${code}).`
    : 'The text message did not arrive.'
}

/** What Twilio reports of an SMS; there is more in it that is of no use here. */
const TextStatus = z.object({
  MessageSid: z.string().min(1),
  MessageStatus: z.string().min(1),
  ErrorCode: z.string().optional(),
})
type TextStatus = z.infer<typeof TextStatus>

interface StatusReport {
  signature: string | undefined
  /** As Twilio called it, path and query. */
  path: string
  deliveryId: string
  fields: Record<string, string>
}

/** A text that was handed to Twilio has arrived, or it has not: its delivery says so from then on. */
export const recordTextStatus = async (context: ApiContext, given: StatusReport): Promise<void> => {
  rejectForgery(context, given)
  const status = TextStatus.safeParse(given.fields)
  if (!status.success) throw new AppError('MALFORMED', 'A text’s status has MessageSid and MessageStatus.')
  const change = changeOf(status.data, context.now())
  if (change === null) return
  const report = { deliveryId: given.deliveryId, providerMessageId: status.data.MessageSid, change }
  if (!(await writeTextReport(context.db, report))) throw notFound('text')
}

const rejectForgery = ({ settings }: ApiContext, { signature, path, fields }: StatusReport) => {
  const { twilioAuthToken, publicOrigin } = settings
  if (twilioAuthToken === null) throw new AppError('NOT_SET_UP', 'SMS is not configured on this server.')
  if (signature !== undefined && validateRequest(twilioAuthToken, signature, `${publicOrigin}${path}`, fields)) return
  throw new AppError('FOREIGN_ORIGIN', 'This status is not signed by Twilio.')
}

/** Null for what is said on the way: accepted, queued, sending, sent. */
const changeOf = ({ MessageStatus, ErrorCode }: TextStatus, nowMs: number) => {
  switch (MessageStatus) {
    case 'delivered':
      return { status: 'DELIVERED', deliveredAt: new Date(nowMs), error: null } as const
    case 'undelivered':
    case 'failed':
    case 'canceled':
      return { status: 'FAILED', deliveredAt: null, error: failureMessage(ErrorCode) } as const
    default:
      return null
  }
}
