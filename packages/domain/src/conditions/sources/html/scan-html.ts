import { Tokenizer } from 'htmlparser2'

export const maxHtmlDepth = 512
export const maxHtmlElements = 50_000
export const tooManyElements = `The page has more than ${maxHtmlElements} elements.`
export const tooDeep = `The page is nested deeper than ${maxHtmlDepth} levels.`

const words = (text: string) => new Set(text.split(' '))

const voidElements = words('area base br col embed hr img input link meta param source track wbr')
/** Whose end tags may be left out, and which another of them ends: they do not nest by themselves. */
const endsByItself = words('html head body p li dt dd option tr td th thead tbody tfoot colgroup')
/** What is in them is no markup, but in SVG and MathML. */
const textElements = words('script style textarea title xmp iframe noembed noframes')
/** An end tag in them ends nothing outside of them. */
const scopes = words('table select template object applet marquee')
/** HTML elements that end SVG and MathML around them, and nest although they are written `<div/>`. */
const leavesForeign = words(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var font foreignobject desc annotation-xml',
)

/**
 * Why a document must not be parsed, or null. One pass of htmlparser2's tokenizer, since parsing takes time quadratic in
 * depth (23 s for 250 KB of nested elements). Where a parser might read the text otherwise, it counts more rather than less.
 */
export function scanHtml(html: string): string | null {
  const depth = new DepthCounter()
  for (let at = 0; at < html.length && depth.problem === null;) at += scanMarkup(html.slice(at), depth)
  return depth.problem
}

/** Counts up to the next text that is no markup, and gives where that ends. */
function scanMarkup(html: string, depth: DepthCounter): number {
  let name = ''
  let next = html.length
  const opened = (endIndex: number, isSelfClosing: boolean) => {
    depth.open(name, isSelfClosing)
    const isText = textElements.has(name)
    if (isText) next = depth.isForeign ? endIndex + 1 : endOfText(html, name, endIndex + 1, depth)
    if (isText || depth.problem !== null) tokenizer.pause()
  }
  const tokenizer: Tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...ignored,
      onopentagname: (start, end) => (name = html.slice(start, end).toLowerCase()),
      onopentagend: (end) => opened(end, false),
      onselfclosingtag: (end) => opened(end, true),
      onclosetag: (start, end) => {
        if (/^\s[^>]*["']/.test(html.slice(end, end + longestEndTag))) depth.keepOpen()
        depth.close(html.slice(start, end).toLowerCase())
      },
      // A parser ends these at other places too.
      oncomment: (start, end) => depth.openAll(after(html.slice(start, end), '--!>')),
      oncdata: (start, end) => depth.openAll(after(html.slice(start, end), '>')),
    },
  )
  tokenizer.write(html)
  if (next === html.length) tokenizer.end()
  return next
}

const ignore = () => {}
const ignored = {
  onattribdata: ignore,
  onattribentity: ignore,
  onattribend: ignore,
  onattribname: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onprocessinginstruction: ignore,
  ontext: ignore,
  ontextentity: ignore,
}

const longestEndTag = 200

function after(text: string, token: string): string {
  const at = text.indexOf(token)
  return at < 0 ? '' : text.slice(at)
}

/** Where the text of a script, a title and the like ends. */
function endOfText(html: string, name: string, from: number, depth: DepthCounter): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  end.lastIndex = from
  const at = end.exec(html)?.index ?? html.length
  // The end tag of a script in a comment in a script does not end it.
  if (name === 'script' && /<script/i.test(after(html.slice(from, at), '<!--'))) depth.keepOpen()
  return at
}

class DepthCounter {
  problem: string | null = null
  isForeign = false
  #elements = 0
  #keepsOpen = false
  readonly #open: string[] = []

  open(name: string, isSelfClosing: boolean) {
    this.#elements += 1
    if (name === 'svg' || name === 'math') this.isForeign = true
    else if (leavesForeign.has(name)) this.isForeign = false
    if (!voidElements.has(name) && !endsByItself.has(name) && !(this.isForeign && isSelfClosing)) this.#open.push(name)
    if (this.#elements > maxHtmlElements) this.problem = tooManyElements
    else if (this.#open.length > maxHtmlDepth) this.problem = tooDeep
  }

  /** An end tag that nothing matches ends nothing. */
  close(name: string) {
    if (name === 'foreignobject' || name === 'desc') this.isForeign = true
    const at = this.#open.lastIndexOf(name)
    if (at < 0 || this.#keepsOpen || this.#isOutOfScope(at)) return
    this.#open.splice(at, 1)
  }

  /** From here on end tags may not be what they look like. */
  keepOpen() {
    this.#keepsOpen = true
  }

  /** Every tag in a text that may be markup. */
  openAll(text: string) {
    for (const [, name = ''] of text.matchAll(/<([a-z][^\s/>]*)/gi)) {
      if (this.problem === null) this.open(name.toLowerCase(), false)
    }
    if (text !== '') this.keepOpen()
  }

  #isOutOfScope(at: number): boolean {
    return !scopes.has(this.#open[at] ?? '') && this.#open.slice(at).some((name) => scopes.has(name))
  }
}
