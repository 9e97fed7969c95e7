/** Characters of an error's message that are reported. */
export const maxMessageLength = 300

/** Steps of a stack that are reported. */
const maxFrames = 12

/**
 * An error's message without what may have been typed or be a secret: browsers quote texts, numbers and addresses in their
 * messages. What stays is which error it is.
 */
export function messageWithoutValues(message: string): string {
  const cut = message.slice(0, 4 * maxMessageLength)
  const withoutValues = cut
    // An unclosed quote lasts to the end: the message was cut within it.
    .replaceAll(/"[^"]*(?:"|$)/g, '"…"')
    .replaceAll(/`[^`]*(?:`|$)/g, '`…`')
    .replaceAll(/(?<![A-Za-z])'[^']*(?:'|$)/g, "'…'")
    .replaceAll(/“[^“”]*(?:”|$)/g, '“…”')
    .replaceAll(/\b[a-z][a-z+.-]*:\/\/\S*/gi, '<address>')
    // A regular expression, or a path.
    .replaceAll(/\/\S.*\/\w*/g, '/…/')
    .replaceAll(/(?<![^\s@])[^\s@]{1,64}@\S+/g, '<email>')
    .replaceAll(/[\w-]{20,}/g, '…')
    .replaceAll(/\d{4,}/g, '…')
    .replaceAll(/\s+/g, ' ')
  return withoutValues.trim().slice(0, maxMessageLength)
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
