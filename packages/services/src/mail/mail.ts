/** A mail, for any sender. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  /** `<id@host>`; the sending service may put its own in its place. */
  messageId?: string
}

/** A throw means that it may succeed later; `MailRejected` that it will not. */
export interface Mailer {
  /** Gives the provider's own id of the message, where it has one. */
  send: (mail: Mail) => Promise<string | null>
  close: () => void
}

export class MailRejected extends Error {
  override readonly name = 'MailRejected'
}

/** A line break in a header would start another header. */
export const oneLine = (text: string) => text.replace(/[\r\n\u2028\u2029\0]+/g, ' ').trim()

/** Where the product's mail goes: a server, Amazon's service, the development outbox, or nowhere. */
export type MailSettings =
  | { kind: 'smtp'; url: string; from: string }
  | { kind: 'ses'; region: string; from: string }
  | { kind: 'outbox' }
  | { kind: 'none' }
