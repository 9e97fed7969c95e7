import { revokedSentence } from '../slack/slack-errors.ts'
import type { Attempt } from './delivery.ts'

/** Why there is no point in sending it, or null. */
export const refusalOf = (attempt: Attempt, hasSubject: boolean, mostAttempts: number): string | null => {
  const { setting, address, slackChannel, isSlackRevoked } = attempt
  if (attempt.attempt > mostAttempts) return 'The server stopped each time while it was sending this.'
  if (setting === null) return 'The notification was deleted before this was sent.'
  if (!hasSubject) return 'What this was to tell of was deleted before it was sent.'
  if (setting.type === 'EMAIL') return refusalOfAddress(setting.email.address, address)
  if (setting.type !== 'SLACK') return null
  if (slackChannel === null) return 'The Slack channel is not connected any more. Please choose another.'
  return isSlackRevoked ? revokedSentence : null
}

const refusalOfAddress = (address: string, { isVerified, isUnsubscribed }: Attempt['address']): string | null => {
  if (!isVerified) return `${address} is not a verified address of this account.`
  return isUnsubscribed ? `The owner of ${address} does not want mails from this account any more.` : null
}
