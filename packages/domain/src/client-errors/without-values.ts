/** Characters of an error's message that are reported. */
export const maxMessageLength = 300

/** Steps of a stack that are reported. */
const maxFrames = 12

/**
 * Where a value may begin: at a quote, which the apostrophe of "isn't" is not, at the slash of a regular expression, an address
 * or a path, and where browsers do not quote.
 */
const valueBegins = /["`“‘„«/]|(?<!n)'|'(?!t\b)|(?<=time ?zone\b[^:]*: )/i

/** Of the problems that browsers name behind a value. Only these words are reported: a value has quotes and slashes of its own. */
export const endings = [
  'is not valid JSON',
  'is not a valid selector',
  'before initialization',
  'is not a function',
  'Invalid escape',
  'Invalid Unicode escape',
  'Invalid property name',
  'Invalid group',
  'Invalid capture group name',
  'Invalid named reference',
  'Invalid flags',
  'Duplicate capture group name',
  'Unterminated group',
  'Unterminated character class',
  'Nothing to repeat',
  'Incomplete quantifier',
  'Lone quantifier brackets',
  'Range out of order in character class',
  'Invalid character class',
  'Invalid character in character class',
  '\\ at end of pattern',
]

const endingOf = (message: string) => {
  const end = message.slice(-100).trimEnd().replace(/\.$/, '')
  return endings.find((ending) => end.endsWith(ending))
}

/**
 * An error's message without what may have been typed or be a secret: browsers quote texts, numbers and addresses in their
 * messages, and escape no quote within. So nothing behind the first one stays, except for words that are known. What stays is
 * which error it is.
 */
export function messageWithoutValues(message: string): string {
  const cut = message.slice(0, 4 * maxMessageLength).replaceAll(/\b[a-z][a-z+.-]*:\/\/.*/gis, '<address>')
  const begin = cut.search(valueBegins)
  const text = begin === -1 ? cut : [cut.slice(0, begin), '…', endingOf(message) ?? ''].join(' ')
  const short = text
    .replaceAll(/(?<![^\s@])[^\s@]{1,64}@\S+/g, '<email>')
    .replaceAll(/[\w-]{20,}/g, '…')
    .replaceAll(/\d{4,}/g, '…')
    .replaceAll(/\s+/g, ' ')
  return short.trim().slice(0, maxMessageLength).trim()
}

/** Where it happened in our own files, as `dashboard-1a2b.js:1:234`: nothing else of a stack, which repeats the message. */
export const framesOf = (stack: string): string[] =>
  [...stack.slice(0, 20_000).matchAll(/\/(?:assets|_astro)\/([\w.-]{1,100}\.js):(\d{1,7}):(\d{1,9})/g)]
    .slice(0, maxFrames)
    .map(([, file, line, column]) => `${file}:${line}:${column}`)

/** A page by its address, without what names one thing: ids, tokens, and the search. */
export const pageWithoutIds = (pathname: string): string =>
  pathname
    .split('/')
    .slice(0, 8)
    .map((part) => (/^[a-z-]{0,20}$/.test(part) ? part : ':id'))
    .join('/')
