import { beginningOf, shorten } from '@knockwire/domain/text/shorten'
import { codeOfProblem, isTurnedAway, mailProblem } from '../../mail/mail-problem.ts'
import { type MailContent, mailHtml, mailText } from '../../mail/mail-frame.ts'
import { MailRejected } from '../../mail/mail.ts'
import {
  type Channel,
  delivered,
  failed,
  type Message,
  markTest,
  type MessageSummary,
  rejectedForNow,
  retry,
  type SettingOf,
} from '../channel.ts'

/** Longer bodies are cut; mail servers refuse mails of some megabytes. */
const longestBody = 200_000

/** A message's text in the frame of all mails. What the user's template says of the button's address becomes the button. */
const mailBodies = (message: string, { summary, joined }: Pick<Message, 'summary' | 'joined'>, stopUrl: string) => {
  const { states, title, facts, action } = summary
  const filled = shorten(message, longestBody).replace(/\r\n?/g, '\n').trimEnd()
  const listed = joined === undefined ? '' : `\n\n${joined.text}`
  const content: MailContent = {
    states,
    heading: title,
    facts,
    body: filled + listed,
    action,
    footer: { text: 'Sent by Knockwire.', link: { label: 'Unsubscribe', url: stopUrl } },
  }
  return { text: mailText(content), html: mailHtml({ ...content, body: withoutButton(filled, action) + listed }) }
}

const withoutButton = (text: string, { url }: MessageSummary['action']) => {
  const lastLine = text.slice(text.lastIndexOf('\n') + 1)
  return lastLine.endsWith(`: ${url}`) ? text.slice(0, text.length - lastLine.length).trimEnd() : text
}

/** RFC 5322 allows lines of 998; more of a subject than this is shown nowhere. */
const subjectLength = 250

/** A mail of a text and an HTML part, which its reader can stop. */
export const openEmailSender: Channel<SettingOf<'EMAIL'>>['openSender'] =
  ({ fill, mailer, unsubscribeUrl, publicOrigin }) =>
  async (message) => {
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
      subject: beginningOf(markJoined(message, markTest(message, subject)), subjectLength),
      ...mailBodies(body, message, stopUrl),
      headers: { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      messageId: messageIdOf(message, publicOrigin),
    }
    try {
      return delivered(await mailer.send(mail))
    } catch (error) {
      if (error instanceof MailRejected) return failed(error.message)
      const problem = mailProblem(error)
      if (isTurnedAway(error)) return rejectedForNow(problem)
      const code = codeOfProblem(error)
      return { ...retry(problem), ...(code !== null && { code }) }
    }
  }

const markJoined = ({ joined }: Message, subject: string) =>
  joined === undefined ? subject : `${subject} (and ${joined.count - 1} more)`

/** The same at each attempt, so that a mail that was sent twice is shown once. */
const messageIdOf = ({ deliveryId }: Message, publicOrigin: string) =>
  `<${deliveryId}@${new URL(publicOrigin).hostname}>`
