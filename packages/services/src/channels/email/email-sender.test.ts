import { describe, expect, it } from 'vitest'
import { type Mail, MailRejected } from '../../mail/mail.ts'
import type { Message } from '../channel.ts'
import { dependenciesOf, messageOf, unfilled } from '../testing/message.ts'
import { openEmailSender } from './email-sender.ts'

type Changes = Partial<Message<{ type: 'EMAIL'; email: { address: string; subject: string; template: string } }>>

const messageWith = (email: { subject?: string; template?: string }, changes: Changes = {}) =>
  messageOf(
    { type: 'EMAIL', email: { address: 'ada@example.com', subject: 'Down', template: 'It is down.', ...email } },
    changes,
  )

const sendWith = async (send: (mail: Mail) => Promise<string | null>, message = messageWith({})) =>
  openEmailSender(dependenciesOf({ mailer: { send, close: () => {} } }))(message)

const mailOf = async (email: { subject?: string; template?: string }, changes: Changes = {}): Promise<Mail> => {
  const mails: Mail[] = []
  await sendWith(async (mail) => (mails.push(mail), null), messageWith(email, changes))
  return mails[0] ?? expect.fail('No mail was sent.')
}

const button = 'https://knockwire.example/dashboard/1'
const stopUrl = 'https://knockwire.example/unsubscribe/account-1/ada@example.com'

describe('an email notification', () => {
  it('has its recipient, its texts in the frame of all mails, and what stops it', async () => {
    const mail = await mailOf({})
    expect(mail).toMatchObject({
      to: 'ada@example.com',
      subject: 'Down',
      headers: { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      messageId: '<delivery-1@knockwire.example>',
    })
    expect(mail.text).toBe(
      `It is down.\n\nState: Alert\nNow: 500\n\nOpen this execution: ${button}\n\n--\nSent by Knockwire. Unsubscribe: ${stopUrl}\n`,
    )
    for (const shown of ['>Shop front</h1>', '>Alert<', '>500<', '>Open this execution<', '>Unsubscribe<'])
      expect(mail.html).toContain(shown)
  })

  it('that is a test says so in its subject', async () => {
    expect((await mailOf({}, { occasion: 'TEST' })).subject).toBe('[Test] Down')
  })

  it('that stands for several lists them after its text, and says in its subject how many more there are', async () => {
    const joined = { count: 3, text: 'This email lists 3 alerts.\n\n10:00: Alert, 500' }
    const { subject, text, html } = await mailOf({ template: `It is down.\n\nOpen: ${button}` }, { joined })
    expect(subject).toBe('Down (and 2 more)')
    expect(text.startsWith(`It is down.\n\nOpen: ${button}\n\n${joined.text}\n\nState: Alert`)).toBe(true)
    for (const shown of ['This email lists 3 alerts.', '10:00: Alert, 500']) expect(html).toContain(shown)
    expect(html?.match(new RegExp(`href="${button}"`, 'g'))).toHaveLength(1)
  })

  it('has a subject of 250 characters at most, none of them half', async () => {
    expect((await mailOf({ subject: 'x'.repeat(250) })).subject).toBe('x'.repeat(250))
    expect((await mailOf({ subject: `${'x'.repeat(249)}😀` })).subject).toBe('x'.repeat(249))
  })

  it('has a body of 200,000 characters at most, none of them half', async () => {
    const textOf = async (template: string) => (await mailOf({ template })).text.split('\n')[0]
    expect(await textOf('x'.repeat(200_000))).toBe('x'.repeat(200_000))
    expect(await textOf('x'.repeat(200_001))).toBe(`${'x'.repeat(199_999)}…`)
    expect(await textOf(`${'x'.repeat(199_998)}😀x`)).toBe(`${'x'.repeat(199_998)}…`)
  })

  it('has line breaks of one kind, and none at its end', async () => {
    const { text } = await mailOf({ template: 'a\r\nb\rc\nd\r\n\r\n' })
    expect(text.startsWith('a\nb\nc\nd\n\nState: ')).toBe(true)
  })

  it.each([
    ['is the button where it is the last line', `It is down.\n\nOpen: ${button}\n`, 1, true],
    ['is the button where it is the only line', `Open: ${button}`, 1, false],
    ['stays where it is not last', `Open: ${button}\nIt is down.`, 2, true],
    ['stays where it has no label', `It is down.\n${button}`, 2, true],
  ])('whose template names the address of its button: it %s', async (_what, template, links, hasBody) => {
    const { html = '', text } = await mailOf({ template })
    expect(html.match(new RegExp(`href="${button}"`, 'g'))).toHaveLength(links)
    expect(html.includes('It is down.')).toBe(hasBody)
    expect(text).toContain(template.trimEnd())
  })
})

describe('an email notification ends', () => {
  it('delivered, with the id that the mail service gave', async () => {
    expect(await sendWith(async () => 'id-1')).toEqual({ kind: 'delivered', providerMessageId: 'id-1' })
  })

  it('unsent where its template fails', async () => {
    const mailer = { send: () => expect.fail('It was sent.'), close: () => {} }
    const send = openEmailSender(dependenciesOf({ ...unfilled, mailer }))
    expect(await send(messageWith({}))).toEqual({ kind: 'failed', reason: 'The template fails.' })
  })

  it.each<[string, Error, object]>([
    ['for good where the service rejects it', new MailRejected('No.'), { kind: 'failed', reason: 'No.' }],
    [
      'for now, and certainly unsent, where the service turns it away',
      Object.assign(new Error('busy'), { response: '451 Busy', responseCode: 451 }),
      { kind: 'retry', reason: 'The mail server did not take it: 451 Busy', isRejected: true },
    ],
    [
      'for now where nothing is known',
      new Error('ECONNREFUSED'),
      { kind: 'retry', reason: 'The mail server could not be reached (ECONNREFUSED).', code: 'ECONNREFUSED' },
    ],
    [
      'for now where not even a word of the system is known',
      new Error('Who knows'),
      { kind: 'retry', reason: 'The response of the mail server was invalid.' },
    ],
  ])('%s', async (_how, error, outcome) => {
    expect(await sendWith(() => Promise.reject(error))).toStrictEqual(outcome)
  })
})
