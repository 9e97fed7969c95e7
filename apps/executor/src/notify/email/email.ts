import { isTurnedAway, mailProblem } from '../../mail/mail-problem.ts'
import { MailRefused } from '../../mail/mail.ts'
import { type Channel, delivered, failed, type Message, refusedForNow, retry, type SettingOf } from '../channel.ts'
import { mailBodies } from './mail-bodies.ts'

/** RFC 5322 allows lines of 998; more of a subject than this is shown nowhere. */
const subjectLength = 250

/** A mail of a text and an HTML part, which its reader can stop. */
export const email: Channel<SettingOf<'EMAIL'>> = {
  concurrency: 8,
  send: async (message, { fill, mailer, unsubscribeUrl, publicOrigin }) => {
    const { address, subject: subjectTemplate, template } = message.setting.email
    const filled = await fill(message, [
      { text: subjectTemplate, target: 'text' },
      { text: template, target: 'text' },
    ])
    if (filled.kind === 'failed') return filled
    const [subject = '', body = ''] = filled.texts
    const stopUrl = unsubscribeUrl(message.accountId, address)
    const mail = {
      to: address,
      subject: subject.slice(0, subjectLength).toWellFormed(),
      ...mailBodies(body, stopUrl),
      headers: { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      messageId: messageIdOf(message, publicOrigin),
    }
    try {
      return delivered(await mailer.send(mail))
    } catch (error) {
      if (error instanceof MailRefused) return failed(error.message)
      const problem = mailProblem(error)
      return isTurnedAway(error) ? refusedForNow(problem) : retry(problem)
    }
  },
}

/** The same at each attempt, so that a mail that was sent twice is shown once. */
const messageIdOf = ({ deliveryId }: Message, publicOrigin: string) =>
  `<${deliveryId}@${new URL(publicOrigin).hostname}>`
