import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { createElement as h, type CSSProperties, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** What a state means, for its colour; its label says it too. */
export type MailTone = 'bad' | 'good' | 'neutral'

/** A mail before it has a frame. Nothing in it is markup: whatever it says is shown as text. */
export interface MailContent {
  /** Such as "Recovered", in front of the heading. */
  states?: readonly { label: string; tone: MailTone }[]
  heading: string
  /** Label and value, each shown in a line. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** Plain text. Its web addresses become links; a code that stands alone in its paragraph is shown large. */
  body: string
  /** More than text, between the body and the button. */
  children?: ReactNode
  action?: { label: string; url: string }
  footer: { text: string; link?: { label: string; url: string } }
}

/** Written into the elements, since some readers drop style sheets; the dark ones can only stand in a style sheet. */
const colors = {
  page: { color: '#24292f', backgroundColor: '#f3f4f6' },
  card: { color: '#24292f', backgroundColor: '#ffffff' },
  soft: { color: '#57606a' },
  link: { color: '#0b5cad' },
  button: { color: '#ffffff', backgroundColor: '#0b5cad' },
  rule: { borderColor: '#d8dee4' },
  code: { color: '#24292f', backgroundColor: '#f3f4f6' },
  bad: { color: '#a40e26', backgroundColor: '#ffebe9' },
  good: { color: '#116329', backgroundColor: '#dafbe1' },
  neutral: { color: '#0a4a8f', backgroundColor: '#ddf0ff' },
} as const satisfies Record<string, CSSProperties>

const darkSheet = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .kw-page { color: #e6edf3 !important; background-color: #0f1216 !important; }
  .kw-card { color: #e6edf3 !important; background-color: #1a1e24 !important; }
  .kw-soft { color: #a9b4c0 !important; }
  .kw-link { color: #82bdff !important; }
  .kw-button { color: #ffffff !important; background-color: #1f6fc4 !important; }
  .kw-rule { border-color: #363d47 !important; }
  .kw-code { color: #e6edf3 !important; background-color: #2a3038 !important; }
  .kw-bad { color: #ffb3ab !important; background-color: #4a1a1e !important; }
  .kw-good { color: #8ee6a6 !important; background-color: #123d22 !important; }
  .kw-neutral { color: #a5d3ff !important; background-color: #12365a !important; }
}`

type Paint = keyof typeof colors

/** The colours of a part, light and dark. */
export const paint = (name: Paint, style: CSSProperties = {}) => ({
  className: `kw-${name}`,
  style: { ...colors[name], ...style },
})

const fontFamily = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"
const anywhere: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' }

const webAddress = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g

/** A text with its web addresses as links. */
const linked = (text: string): ReactNode[] => {
  const parts: ReactNode[] = []
  let from = 0
  for (const { 0: url, index } of text.matchAll(webAddress)) {
    parts.push(text.slice(from, index), h(Link, { key: index, href: url, ...paint('link') }, url))
    from = index + url.length
  }
  return [...parts, text.slice(from)]
}

const linesOf = (text: string): ReactNode[] =>
  text.split('\n').flatMap((line, at) => (at === 0 ? linked(line) : [h('br', { key: `line ${at}` }), ...linked(line)]))

/** A code as the product makes them: digits, or groups with dashes. */
const isCode = (paragraph: string) => /^(\d{6}|[A-Z0-9]{4,}(-[A-Z0-9]{4,})+)$/.test(paragraph)

const paragraphStyle: CSSProperties = { ...anywhere, fontSize: '15px', lineHeight: '1.55', margin: '0 0 14px' }

const paragraphOf = (paragraph: string, at: number): ReactNode =>
  isCode(paragraph)
    ? h(Text, { key: at, ...paint('code', codeStyle) }, paragraph)
    : h(Text, { key: at, style: paragraphStyle }, ...linesOf(paragraph))

const codeStyle: CSSProperties = {
  ...anywhere,
  fontFamily: mono,
  fontSize: '26px',
  fontWeight: 600,
  letterSpacing: '0.08em',
  lineHeight: '1.3',
  textAlign: 'center',
  borderRadius: '8px',
  padding: '14px 8px',
  margin: '0 0 14px',
}

const cell: CSSProperties = { padding: '3px 0', verticalAlign: 'top', fontSize: '14px', lineHeight: '1.45' }

const factsTable = (facts: NonNullable<MailContent['facts']>): ReactNode =>
  h(
    'table',
    { role: 'presentation', style: { borderCollapse: 'collapse', width: '100%', margin: '0 0 18px' } },
    h(
      'tbody',
      null,
      facts.map(([label, value]) =>
        h(
          'tr',
          { key: label },
          h('td', paint('soft', { ...cell, width: '84px', paddingRight: '12px', whiteSpace: 'nowrap' }), label),
          h('td', { style: { ...cell, ...anywhere } }, value),
        ),
      ),
    ),
  )

const badgeStyle: CSSProperties = {
  display: 'inline-block',
  fontSize: '13px',
  fontWeight: 600,
  lineHeight: '1.3',
  padding: '4px 10px',
  marginRight: '6px',
  borderRadius: '999px',
}

/** Beginning of the text, as lists of mails show it beside the subject. */
const previewText = (body: string) => body.slice(0, 1000).replaceAll(/\s+/g, ' ').trim().slice(0, 120).toWellFormed()

/** Rendering takes time for each line, and readers of mail cut what is longer. The text part has all of it. */
const longestHtmlBody = 20_000
const mostHtmlLines = 1000

/** A body's paragraphs, as many as the HTML part shows. */
const paragraphsOf = (body: string): string[] => {
  const lines = body
    .slice(0, longestHtmlBody)
    .toWellFormed()
    .split('\n', mostHtmlLines + 1)
  const shown = lines.slice(0, mostHtmlLines).join('\n')
  const paragraphs = shown.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')
  return shown.length < body.trimEnd().length
    ? [...paragraphs, '… The plain text of this mail has the rest.']
    : paragraphs
}

/**
 * The HTML part of a mail: one column that fits a phone, one button, colours that can be read light and dark. Pictures,
 * scripts and web fonts are left out, so that nothing is loaded when it is opened.
 */
export const mailHtml = ({ states = [], heading, facts = [], body, children, action, footer }: MailContent): string => {
  const paragraphs = paragraphsOf(body)
  const document = h(
    Html,
    { lang: 'en' },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, heading),
      h('style', { dangerouslySetInnerHTML: { __html: darkSheet } }),
    ),
    h(
      'body',
      paint('page', { margin: 0, padding: '24px 12px', fontFamily }),
      h('div', { style: { display: 'none', overflow: 'hidden', maxHeight: 0 } }, previewText(body)),
      h(
        Container,
        paint('card', { maxWidth: '600px', borderRadius: '10px', padding: '24px 20px' }),
        h(
          Section,
          null,
          h(Text, paint('soft', { fontSize: '13px', fontWeight: 600, margin: '0 0 16px' }), 'Knockwire'),
          states.length > 0 &&
            h(
              Text,
              { style: { margin: '0 0 8px' } },
              states.map(({ label, tone }) => h('span', { key: label, ...paint(tone, badgeStyle) }, label)),
            ),
          h(
            Heading,
            { as: 'h1', style: { ...anywhere, fontSize: '20px', lineHeight: '1.3', margin: '0 0 14px' } },
            heading,
          ),
          facts.length > 0 && factsTable(facts),
          paragraphs.map(paragraphOf),
          children,
          action && h(Button, { href: action.url, ...paint('button', buttonStyle) }, action.label),
          h(Hr, paint('rule', { margin: '24px 0 12px', borderTopWidth: '1px', borderTopStyle: 'solid' })),
          h(
            Text,
            paint('soft', { ...anywhere, fontSize: '13px', lineHeight: '1.5', margin: 0 }),
            footer.text,
            footer.link && ' ',
            footer.link &&
              h(Link, { href: footer.link.url, ...paint('soft', { textDecoration: 'underline' }) }, footer.link.label),
          ),
        ),
      ),
    ),
  )
  return `<!doctype html>\n${renderToStaticMarkup(document)}\n`
}

const buttonStyle: CSSProperties = {
  fontSize: '15px',
  fontWeight: 600,
  borderRadius: '8px',
  padding: '12px 20px',
  margin: '6px 0 0',
}

/** The text part: the same content, each web address in full in its own line. */
export const mailText = ({ states = [], facts = [], body, action, footer }: MailContent): string => {
  const head = [...states.map(({ label }) => ['State', label] as const), ...facts]
  return [
    body.trimEnd(),
    ...(head.length === 0 ? [] : [head.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...(action === undefined || body.includes(action.url) ? [] : [`${action.label}: ${action.url}`]),
    `--\n${footer.text}${footer.link === undefined ? '' : ` ${footer.link.label}: ${footer.link.url}`}\n`,
  ].join('\n\n')
}
