import { encodingName } from './encoding-name.ts'

const space = /[\t\n\f\r ]/
const isSpace = (character: string | undefined) => character !== undefined && space.test(character)

/**
 * The encoding that a page names in a `meta` element, or null: the prescan of HTML 13.2.3.2, in one pass. `text` is the
 * beginning of the page, a character a byte.
 */
export function metaCharset(text: string): string | null {
  const reader = new Prescan(text)
  while (!reader.isAtEnd) {
    const encoding = reader.next()
    if (encoding !== null) return encoding
  }
  return null
}

class Prescan {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd() {
    return this.#at >= this.#text.length
  }

  /** Reads on to behind the next tag or comment; its encoding, where it is a `meta` that names one. */
  next(): string | null {
    this.#skipTo('<')
    if (this.#text.startsWith('<!--', this.#at)) {
      // `<!-->` is a whole comment.
      this.#at += 2
      this.#skipTo('-->')
      this.#at += 3
      return null
    }
    const tag = /^<\/?[a-z]/i.exec(this.#text.slice(this.#at, this.#at + 3))
    if (tag === null) {
      const isMarkup = /^<[!/?]/.test(this.#text.slice(this.#at, this.#at + 2))
      if (isMarkup) this.#skipTo('>')
      this.#at += 1
      return null
    }
    const isMeta = /^<meta[\t\n\f\r /]/i.test(this.#text.slice(this.#at, this.#at + 6))
    this.#at += isMeta ? 5 : tag[0].length
    if (!isMeta) while (!this.isAtEnd && !/[\t\n\f\r >]/.test(this.#text[this.#at] ?? '')) this.#at += 1
    const attributes = this.#readAttributes()
    return isMeta ? encodingOf(attributes) : null
  }

  #skipTo(token: string) {
    const found = this.#text.indexOf(token, this.#at)
    this.#at = found < 0 ? this.#text.length : found
  }

  /** The first of each name counts. Behind them stands the tag's end. */
  #readAttributes(): Map<string, string> {
    const attributes = new Map<string, string>()
    for (let found = this.#readAttribute(); found !== null; found = this.#readAttribute()) {
      if (!attributes.has(found.name)) attributes.set(found.name, found.value)
    }
    return attributes
  }

  #readAttribute(): { name: string; value: string } | null {
    while (isSpace(this.#text[this.#at]) || this.#text[this.#at] === '/') this.#at += 1
    if (this.isAtEnd || this.#text[this.#at] === '>') return null
    const start = this.#at
    do this.#at += 1
    while (!this.isAtEnd && !/[\t\n\f\r />=]/.test(this.#text[this.#at] ?? ''))
    const name = this.#text.slice(start, this.#at).toLowerCase()
    this.#skipSpace()
    if (this.#text[this.#at] !== '=') return { name, value: '' }
    this.#at += 1
    this.#skipSpace()
    return { name, value: this.#readValue().toLowerCase() }
  }

  #readValue(): string {
    const quote = this.#text[this.#at]
    const start = this.#at
    if (quote === '"' || quote === "'") {
      this.#at += 1
      this.#skipTo(quote)
      this.#at += 1
      return this.#text.slice(start + 1, this.#at - 1)
    }
    while (!this.isAtEnd && !/[\t\n\f\r >]/.test(this.#text[this.#at] ?? '')) this.#at += 1
    return this.#text.slice(start, this.#at)
  }

  #skipSpace() {
    while (isSpace(this.#text[this.#at])) this.#at += 1
  }
}

function encodingOf(attributes: ReadonlyMap<string, string>): string | null {
  const isPragma = attributes.get('http-equiv') === 'content-type'
  const named = attributes.get('charset') ?? (isPragma ? charsetInContent(attributes.get('content') ?? '') : null)
  const encoding = encodingName(named)
  if (encoding === 'x-user-defined') return 'windows-1252'
  // Anyone who reads the element has read it in no UTF-16.
  return encoding?.startsWith('utf-16') === true ? 'utf-8' : encoding
}

/** HTML 2.5.3, "extracting a character encoding from a meta element". */
function charsetInContent(content: string): string | null {
  const found = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^"'\t\n\f\r ;][^\t\n\f\r ;]*))/i.exec(content)
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null
}
