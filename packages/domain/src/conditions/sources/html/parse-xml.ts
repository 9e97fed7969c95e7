import { DomHandler, Parser } from 'htmlparser2'
import { maxHtmlDepth, maxHtmlElements, tooDeep, tooManyElements } from './scan-html.ts'

type Document = DomHandler['root']

/** A document, or why it is not parsed. Its limits are those of a page, and parsing ends where one is passed. */
export function parseXml(body: string): Document | { reason: string } {
  const handler = new BoundedHandler()
  const parser = new Parser(handler, { xmlMode: true })
  const step = 65_536
  for (let at = 0; at < body.length && handler.problem === null; at += step) parser.write(body.slice(at, at + step))
  if (handler.problem !== null) return { reason: handler.problem }
  parser.end()
  return handler.root
}

const nameOfHtml = /&[a-z][a-z\d]{1,31};/gi

/** HTML has fewer names; each that is tried takes its own parser. */
const mostNames = 2500

/** What `&nbsp;` and the like stand for: names of HTML, which XHTML has from its DTD, and many a feed without one. */
class HtmlNames {
  readonly #known = new Map<string, string>()

  decode(text: string): string {
    return text.includes('&') ? text.replace(nameOfHtml, (name) => this.#characterOf(name)) : text
  }

  #characterOf(name: string): string {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    if (this.#known.size === mostNames) return name
    let character = ''
    new Parser({ ontext: (part) => void (character += part) }).end(name)
    this.#known.set(name, character)
    return character
  }
}

class BoundedHandler extends DomHandler {
  problem: string | null = null
  #elements = 0
  #depth = 0
  #isCdata = false
  readonly #names = new HtmlNames()

  constructor() {
    super(undefined, { xmlMode: true })
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#elements += 1
    this.#depth += 1
    if (this.#elements > maxHtmlElements) this.problem ??= tooManyElements
    else if (this.#depth > maxHtmlDepth) this.problem ??= tooDeep
    // What follows in the same piece of the text is not kept.
    if (this.problem === null) super.onopentag(name, attributes)
  }

  override onclosetag(): void {
    this.#depth -= 1
    if (this.problem === null) super.onclosetag()
  }
  /** The names that XML has itself are decoded by now, each as its own text. */
  override ontext(text: string): void {
    super.ontext(this.#isCdata ? text : this.#names.decode(text))
  }

  override oncdatastart(): void {
    this.#isCdata = true
    super.oncdatastart()
  }

  override oncdataend(): void {
    this.#isCdata = false
    super.oncdataend()
  }
}
