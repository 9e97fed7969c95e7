import { type CheerioAPI, load } from 'cheerio/slim'
import { parse } from 'parse5'
import { adapter as treeAdapter } from 'parse5-htmlparser2-tree-adapter'
import { checkSelector, unreadableSelector } from './check-selector.ts'
import { resolved, unresolved, type Resolved } from '../source.ts'
import { isXml } from './is-xml.ts'
import { parseXml } from './parse-xml.ts'
import { visibleText } from './visible-text.ts'
import { maxHtmlDepth, maxHtmlElements, scanHtml, tooDeep, tooManyElements } from './scan-html.ts'
import { selectElement, SelectorTooCostly } from './select-element.ts'

/** A page, or why it is not parsed. */
export type ParsedHtml = { kind: 'html' | 'xml'; page: CheerioAPI } | { kind: 'rejected'; reason: string }

/**
 * Reads the first element that a CSS selector matches: its text, trimmed, white space folded; null where there is none.
 * What a selector looks at is bounded; few exist that take long all the same, so the caller gives it a deadline.
 */
export function extractHtml(body: string | null, selector: string, contentType?: string): Resolved {
  return body === null ? resolved(null) : selectHtml(parseMarkup(body, contentType), selector)
}

/** For a body out of which several values are read. */
export function parseMarkup(body: string, contentType?: string): ParsedHtml {
  if (!isXml(body, contentType)) return parseHtml(body)
  const document = parseXml(body)
  if ('reason' in document) return { kind: 'rejected', reason: document.reason }
  return { kind: 'xml', page: load(document, { xml: true }) }
}

function parseHtml(body: string): ParsedHtml {
  const problem = scanHtml(body)
  if (problem !== null) return { kind: 'rejected', reason: problem }
  const page = loadPage(body)
  const grown = measure(page)
  return grown === null ? { kind: 'html', page } : { kind: 'rejected', reason: grown }
}

/**
 * Parsed by HTML's own rules, as a browser does. Cheerio's entry that parses so brings a whole HTTP client with it, whose
 * code each thread of the sandbox would compile and hold. No script runs here, so that `noscript` holds elements.
 */
const loadPage = (body: string): CheerioAPI => load(parse(body, { treeAdapter, scriptingEnabled: false }))

const tooManyMatches = 'The selector matches too many elements of the page.'

/** The same for a page that is parsed already. */
export function selectHtml(parsed: ParsedHtml, selector: string): Resolved {
  const problem = checkSelector(selector)
  if (problem !== null) return unresolved(problem)
  if (parsed.kind === 'rejected') return unresolved(parsed.reason)
  try {
    const { page, kind } = parsed
    const element = selectElement(page, selector, { isXml: kind === 'xml' })
    return resolved(element === undefined ? null : foldSpace(visibleText(element, isPage(parsed))))
  } catch (error) {
    if (error instanceof SelectorTooCostly) return unresolved(error.message)
    // More elements than a list may hold: siblings of siblings after a position (`p:gt(0) ~ p`).
    if (error instanceof RangeError) return unresolved(tooManyMatches)
    // What stands behind a position (`:eq(0)::has()`) is read only where something is at that position.
    return unresolved(unreadableSelector)
  }
}

const foldSpace = (text: string) => text.replace(/\s+/g, ' ').trim()

/** XHTML is one too, and so is SVG, which has the same scripts and styles. */
const isPage = ({ kind, page }: Exclude<ParsedHtml, { kind: 'rejected' }>) =>
  kind === 'html' || page.root().children('html, svg').length > 0

type Element = ReturnType<CheerioAPI>[number]

/** Parsing may add elements that no tag named, so the page is measured again, without recursion. */
function measure(page: CheerioAPI): string | null {
  let level: Element[] = page.root().children().get()
  let elements = 0
  for (let depth = 1; level.length > 0; depth += 1) {
    elements += level.length
    if (elements > maxHtmlElements) return tooManyElements
    if (depth > maxHtmlDepth) return tooDeep
    level = level.flatMap((element) => ('children' in element ? element.children.filter(isElement) : []))
  }
  return null
}

const isElement = (node: { type: string }): node is Element =>
  node.type === 'tag' || node.type === 'script' || node.type === 'style'
