export type SlackPart =
  | { kind: 'text'; text: string }
  /** Whom Slack notifies. */
  | { kind: 'mention'; text: string }
  | { kind: 'link'; text: string; href: string }

/** A control sequence of Slack's mrkdwn: a link, a mention or a date in angle brackets, with an optional label. */
const sequences = /<([^<>|]+)(?:\|([^<>]*))?>/g

/** A message in Slack's mrkdwn, in parts that look different. */
export function slackParts(message: string): SlackPart[] {
  const parts: SlackPart[] = []
  let end = 0
  for (const match of message.matchAll(sequences)) {
    const [whole, content = '', label] = match
    if (match.index > end) parts.push({ kind: 'text', text: unescaped(message.slice(end, match.index)) })
    parts.push(sequencePart(unescaped(content), label === undefined ? undefined : unescaped(label)))
    end = match.index + whole.length
  }
  if (end < message.length) parts.push({ kind: 'text', text: unescaped(message.slice(end)) })
  return parts
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

const unescaped = (text: string) => text.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity)

function sequencePart(content: string, label: string | undefined): SlackPart {
  const [sign = ''] = content
  const name = content.slice(1)
  if (content.startsWith('!date')) return { kind: 'text', text: label ?? '' }
  if (sign === '@' || sign === '#') return { kind: 'mention', text: withSign(sign, label ?? name) }
  if (sign === '!') return { kind: 'mention', text: withSign('@', label ?? name) }
  return { kind: 'link', text: label ?? content, href: content }
}

const withSign = (sign: string, name: string) => (name.startsWith(sign) ? name : sign + name)

/** A piece of a message as Slack shows it. */
export interface SlackMark {
  kind: 'plain' | 'bold' | 'italic' | 'strike' | 'code' | 'block'
  text: string
}

/** Code first: within it the other marks are text. A mark opens and closes at a word's edge, and within one line. */
const marks =
  /```\n?([^]+?)```|`([^`\n]+)`|(?<![\w*])\*(?!\s)([^*\n]+?)(?<!\s)\*(?![\w*])|(?<![\w_])_(?!\s)([^_\n]+?)(?<!\s)_(?![\w_])|(?<![\w~])~(?!\s)([^~\n]+?)(?<!\s)~(?![\w~])/g

const kinds = ['block', 'code', 'bold', 'italic', 'strike'] as const

/** The marks of a text that is neither link nor mention. Marks within marks are not taken apart. */
export function slackMarks(text: string): SlackMark[] {
  const found: SlackMark[] = []
  let end = 0
  for (const match of text.matchAll(marks)) {
    if (match.index > end) found.push({ kind: 'plain', text: text.slice(end, match.index) })
    const at = match.slice(1).findIndex((group) => group !== undefined)
    found.push({ kind: kinds[at] ?? 'plain', text: match[at + 1] ?? match[0] })
    end = match.index + match[0].length
  }
  if (end < text.length) found.push({ kind: 'plain', text: text.slice(end) })
  return found
}
