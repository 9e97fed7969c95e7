import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** As received over the wire. */
  raw: string
  /** By their lower-case names, unfolded. */
  headers: Map<string, string>
  text: string
  html: string
}

export interface SmtpPeer {
  url: string
  mails: ReceivedMail[]
  /** Connections since it was started, and the most that were open at once. */
  connections: { total: number; open: number; mostOpen: number }
  /** How mails are answered from now on: taken, refused with a code, or not at all. */
  answer: (how: 'take' | number | 'silence') => void
  close: () => Promise<void>
}

const rejection = (responseCode: number) =>
  Object.assign(new Error(responseCode < 500 ? 'Try again later' : 'No such mailbox'), { responseCode })

/** A mail server on loopback. */
export const startSmtpPeer = async (): Promise<SmtpPeer> => {
  const mails: ReceivedMail[] = []
  const connections = { total: 0, open: 0, mostOpen: 0 }
  let how: Parameters<SmtpPeer['answer']>[0] = 'take'
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections.total += 1
      connections.open += 1
      connections.mostOpen = Math.max(connections.mostOpen, connections.open)
      done()
    },
    onClose: () => void (connections.open -= 1),
    onRcptTo: (_address, _session, done) => {
      if (how !== 'silence') done(typeof how === 'number' ? rejection(how) : null)
    },
    onData: async (stream, { envelope }, done) => {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      const to = envelope.rcptTo.map(({ address }) => address)
      // Null: the sender died in the middle of it.
      const raw = await text(stream).catch(() => null)
      if (raw === null) return
      mails.push({ from, to, ...parseMail(raw) })
      done()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    connections,
    answer: (next) => void (how = next),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
  }
}

const parseMail = (raw: string) => {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? ''
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`)
  const bodyOf = (type: string) => partOf(parts, type).replaceAll('\r\n', '\n')
  return { raw, headers: headersOf(head), text: bodyOf('text/plain'), html: bodyOf('text/html') }
}

const headersOf = (head: string): Map<string, string> => {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), fromEncodedWords(line.slice(colon + 1).trim())]
    }),
  )
}

/** RFC 2047, as far as nodemailer writes it. */
const fromEncodedWords = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_word, coded: string) => fromQuotedPrintable(coded.replaceAll('_', ' ')))
    .replace(/=\?UTF-8\?B\?(.*?)\?=/gi, (_word, coded: string) => Buffer.from(coded, 'base64').toString('utf8'))

const partOf = (parts: readonly string[], type: string): string => {
  const part = parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...body] = part.replace(/^\r\n/, '').split('\r\n\r\n')
  const content = body.join('\r\n\r\n').replace(/\r\n$/, '')
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString('utf8')
  return /quoted-printable/i.test(head) ? fromQuotedPrintable(content) : content
}

const fromQuotedPrintable = (content: string) =>
  Buffer.from(
    content
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
