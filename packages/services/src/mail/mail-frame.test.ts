import { mostPlainPasses, plainPassesIn } from '@knockwire/domain/testing/plain-passes'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { type MailContent, mailHtml, mailText } from './mail-frame.ts'
import { framedSystemMail } from './system-mail.ts'

const content: MailContent = {
  states: [
    { label: 'Test', tone: 'neutral' },
    { label: 'Failed', tone: 'bad' },
    { label: 'Recovered', tone: 'good' },
  ],
  heading: 'Shop <front>',
  facts: [
    ['Before', '200 in 12 ms'],
    ['Now', '500 in 123 ms'],
  ],
  body: 'Status code equals 500.\nSee https://shop.example/health?a=1&b=2, or (http://shop.example).\n\n123456\n\nEnd',
  children: createElement('p', { key: 'child' }, 'More than text'),
  action: { label: 'Open this execution', url: 'https://knockwire.example/dashboard' },
  footer: { text: 'Sent by Knockwire.', link: { label: 'Unsubscribe', url: 'https://knockwire.example/stop' } },
}
const plain: MailContent = { heading: 'Hello', body: 'Text', footer: { text: 'Sent by Knockwire.' } }

describe('the HTML part of a mail', () => {
  // The journeys look at it in a browser: whether it fits a phone, and can be read light and dark.
  it('is the one that was looked at, with all that it can have and with the least', async () => {
    await expect(mailHtml(content) + mailHtml(plain)).toMatchFileSnapshot('testing/framed-mails.txt')
  })

  it.each([
    ['123456', true],
    ['ABCD-EFGH', true],
    ['A1B2C3-D4E5-F6G7', true],
    ['12345', false],
    ['1234567', false],
    ['ABCD', false],
    ['ABC-DEFG', false],
    ['ABCD-EFG', false],
    ['abcd-efgh', false],
    ['Code 123456', false],
    ['123456 it is', false],
  ])('shows "%s" large, as a code: %s', (body, isLarge) =>
    expect(mailHtml({ ...plain, body }).includes('class="kw-code"')).toBe(isLarge),
  )

  it.each([
    ['https://shop.example/a?b=c', 'https://shop.example/a?b=c'],
    ['See http://shop.example/a.', 'http://shop.example/a'],
    ['(https://shop.example/a)!', 'https://shop.example/a'],
    ['"https://shop.example/a"', 'https://shop.example/a'],
    ['ftp://shop.example/', undefined],
    ['https://', undefined],
  ])('links the address in %s', (body, href) =>
    expect(/<a href="([^"]*)" class="kw-link"/.exec(mailHtml({ ...plain, body }))?.[1]).toBe(href),
  )

  it('begins with its text, in one line of 120 characters, none of them half', () => {
    const html = mailHtml({ ...plain, body: `  A\n\nB ${'x'.repeat(115)}😀` })
    expect(html).toContain(`>A B ${'x'.repeat(115)}\uFFFD</div>`)
  })

  it.each([
    ['66,000 paragraphs', 'a\n\n'.repeat(66_000)],
    ['200,000 lines', 'a\n'.repeat(200_000)],
    ['200,000 characters', 'a'.repeat(200_000)],
    ['addresses without end', 'http://'.repeat(28_000)],
  ])('shows the beginning of %s, in a bounded time, and says where the rest is', async (_, body) => {
    const long = { ...plain, body }
    expect(await plainPassesIn(65_536, () => mailHtml(long))).toBeLessThan(mostPlainPasses)
    const html = mailHtml(long)
    expect(html.length).toBeLessThan(250_000)
    expect(html.match(/<p |<br/g)?.length).toBeLessThan(1100)
    expect(html).toContain('… The plain text of this mail has the rest.')
    expect(mailText(long)).toContain(body.trimEnd())
  })

  it('shows a body of 20,000 characters and 1,000 lines whole', () => {
    for (const body of ['a'.repeat(20_000), 'a\n'.repeat(1000)])
      expect(mailHtml({ ...plain, body })).not.toContain('has the rest')
  })

  it('leaves empty paragraphs out', () => {
    const paragraphs = (body: string) => mailHtml({ ...plain, body }).match(/<p /g)?.length
    expect(paragraphs('A\n\n \n\n\n\nB')).toBe(paragraphs('A\n\nB'))
  })
})

describe('the text part of a mail', () => {
  it('says the same, and each address in its own line', () => {
    expect(mailText({ ...content, body: 'Status code equals 500.\n' })).toBe(
      `Status code equals 500.

State: Test
State: Failed
State: Recovered
Before: 200 in 12 ms
Now: 500 in 123 ms

Open this execution: https://knockwire.example/dashboard

--
Sent by Knockwire. Unsubscribe: https://knockwire.example/stop
`,
    )
  })

  it('does not repeat an address that its text has, and is short where there is nothing else', () => {
    const body = 'Open https://knockwire.example/dashboard'
    const action = { label: 'Open', url: 'https://knockwire.example/dashboard' }
    expect(mailText({ ...plain, body, action })).toBe(`${body}\n\n--\nSent by Knockwire.\n`)
  })
})

describe('a mail of the product itself', () => {
  const mailOf = (...paragraphs: string[]) =>
    framedSystemMail({ to: 'ada@example.com', subject: 'Your plan', text: `${paragraphs.join('\n\n')}\n` })

  it('keeps its text, and has the last paragraph that is a label and an address as its button', () => {
    const mail = mailOf('Card: https://first.example/', 'It failed.', 'Your plan: https://last.example/', 'Sincerely')
    expect(mail).toMatchObject({
      to: 'ada@example.com',
      subject: 'Your plan',
      text: 'Card: https://first.example/\n\nIt failed.\n\nYour plan: https://last.example/\n\nSincerely\n',
    })
    expect(mail.html).toContain('class="kw-button"')
    expect(mail.html).toBe(
      mailHtml({
        heading: 'Your plan',
        body: 'Card: https://first.example/\n\nIt failed.\n\nSincerely',
        action: { label: 'Your plan', url: 'https://last.example/' },
        footer: { text: 'Sent by Knockwire about your account.' },
      }),
    )
  })

  it.each([
    'Nothing to open.',
    'See: https://a.example/ and more',
    'Two: words: https://a.example/',
    'Two\nlines: https://a.example/',
    'Mail: mailto:ada@example.com',
    'https://a.example/',
  ])('has no button for %j', (paragraph) => expect(mailOf(paragraph).html).not.toContain('class="kw-button"'))
})
