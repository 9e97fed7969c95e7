import { isTurnedAway, mailProblem } from '../../mail/mail-problem.ts'
import { MailRefused } from '../../mail/mail.ts'
import { type Channel, delivered, failed, type Message, refusedForNow, retry, type SettingOf } from '../channel.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Longer bodies are cut; mail servers refuse mails of some megabytes. */
const longestBody = 200_000

/** A message's text as the two parts of a mail. Whatever it says, in HTML it is text: only its web addresses become links. */
const mailBodies = (message: string, stopUrl: string): { text: string; html: string } => {
  const body = cut(message).replace(/\r\n?/g, '\n').trimEnd()
  return {
    text: `${body}\n\n--\nSent by Knockwire. To stop these mails to your address: ${stopUrl}\n`,
    html: page(toHtml(body), escapeHtml(stopUrl)),
  }
}

const cut = (text: string) => (text.length > longestBody ? `${text.slice(0, longestBody).toWellFormed()}…` : text)

const webAddress = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g

const toHtml = (text: string): string => {
  let html = ''
  let from = 0
  for (const found of text.matchAll(webAddress)) {
    const url = escapeHtml(found[0])
    html += `${escapeHtml(text.slice(from, found.index))}<a href="${url}" style="color:#2563a8">${url}</a>`
    from = found.index + found[0].length
  }
  return (html + escapeHtml(text.slice(from))).replaceAll('\n', '<br>\n')
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const page = (body: string, stopUrl: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
</head>
<body style="margin:0;padding:24px 16px">
<div style="max-width:600px;margin:0 auto;${font};font-size:15px;line-height:1.55;overflow-wrap:anywhere">
${body}
<hr style="border:0;border-top:1px solid #8886;margin:28px 0 12px">
<p style="margin:0;font-size:13px;color:#767676">Sent by Knockwire. <a href="${stopUrl}" style="color:#767676">Stop these mails to your address</a></p>
</div>
</body>
</html>
`

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
  }

/** The same at each attempt, so that a mail that was sent twice is shown once. */
const messageIdOf = ({ deliveryId }: Message, publicOrigin: string) =>
  `<${deliveryId}@${new URL(publicOrigin).hostname}>`
