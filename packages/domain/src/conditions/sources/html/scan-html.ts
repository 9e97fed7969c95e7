export const maxHtmlDepth = 512
export const maxHtmlElements = 50_000

const words = (text: string) => new Set(text.split(' '))

const voidElements = words('area base br col embed hr img input link meta param source track wbr')
/** Whose end tags may be left out, and which another of them ends: they do not nest by themselves. */
const endsByItself = words('html head body p li dt dd option tr td th thead tbody tfoot colgroup')
const textElements = words('script style textarea title xmp iframe noembed noframes')
/** HTML elements that end SVG and MathML around them, and nest although they are written `<div/>`. */
const leavesForeign = words(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var font foreignobject desc annotation-xml',
)

/**
 * Why a document must not be parsed, or null. One pass over the text, since parsing takes time quadratic in depth
 * (23 s for 250 KB of nested elements). What it counts is an estimate from above for all but contrived documents.
 */
export function scanHtml(html: string): string | null {
  const scan = new HtmlScan()
  const tag = /<(?:!--|(\/?)([a-zA-Z][^\s/>]*))/g
  for (let found = tag.exec(html); found !== null; found = tag.exec(html)) {
    const name = found[2]?.toLowerCase()
    if (name === undefined) tag.lastIndex = after(html, '-->', tag.lastIndex)
    else if (found[1] === '/') scan.close(name)
    else {
      scan.open(name, html[after(html, '>', tag.lastIndex) - 2] === '/')
      if (textElements.has(name)) tag.lastIndex = endOfText(html, name, tag.lastIndex)
    }
    if (scan.problem !== null) return scan.problem
  }
  return null
}

function after(html: string, token: string, from: number): number {
  const at = html.indexOf(token, from)
  return at < 0 ? html.length : at + token.length
}

function endOfText(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

class HtmlScan {
  problem: string | null = null
  #elements = 0
  #depth = 0
  #isForeign = false
  readonly #open = new Map<string, number>()

  open(name: string, isSelfClosing: boolean) {
    this.#elements += 1
    if (name === 'svg' || name === 'math') this.#isForeign = true
    else if (leavesForeign.has(name)) this.#isForeign = false
    if (!voidElements.has(name) && !endsByItself.has(name) && !(this.#isForeign && isSelfClosing)) {
      this.#depth += 1
      this.#open.set(name, (this.#open.get(name) ?? 0) + 1)
    }
    if (this.#elements > maxHtmlElements) this.problem = tooManyElements
    else if (this.#depth > maxHtmlDepth) this.problem = tooDeep
  }

  /** An end tag that nothing matches ends nothing. */
  close(name: string) {
    if (name === 'foreignobject' || name === 'desc') this.#isForeign = true
    const open = this.#open.get(name) ?? 0
    if (open === 0) return
    this.#open.set(name, open - 1)
    this.#depth -= 1
  }
}

export const tooManyElements = `The page has more than ${maxHtmlElements} elements.`
export const tooDeep = `The page is nested deeper than ${maxHtmlDepth} levels.`
