import type { SystemMailJob } from '@knockwire/domain/jobs'
import { mailHtml } from './mail-frame.ts'
import type { Mail } from './mail.ts'

/** "Your plan and payment method: https://…", alone in its paragraph. */
const actionParagraph = /^([^\n:]+): (https?:\/\/\S+)$/

/**
 * A mail of the product itself in the frame that all mails have. The last paragraph that is a label and an address
 * becomes the button; the text part stays as it is.
 */
export const framedSystemMail = ({ to, subject, text }: SystemMailJob): Mail => {
  const paragraphs = text.trimEnd().split(/\n{2,}/)
  const at = paragraphs.findLastIndex((paragraph) => actionParagraph.test(paragraph))
  const [, label = '', url = ''] = actionParagraph.exec(paragraphs[at] ?? '') ?? []
  const body = paragraphs.filter((_, index) => index !== at).join('\n\n')
  const html = mailHtml({
    heading: subject,
    body,
    ...(at !== -1 && { action: { label, url } }),
    footer: { text: 'Sent by Knockwire about your account.' },
  })
  return { to, subject, text, html }
}
