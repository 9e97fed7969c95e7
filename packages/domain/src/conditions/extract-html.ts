import { type CheerioAPI, load } from 'cheerio'
import { checkSelector } from './check-selector.ts'
import { resolved, unresolved, type Resolved } from './resolve-value.ts'
import { maxHtmlDepth, maxHtmlElements, scanHtml, tooDeep, tooManyElements } from './scan-html.ts'

/**
 * Reads the first element that a CSS selector matches: its text, trimmed, white space folded; null where there is none.
 * Selectors exist that take long even on such a page: the caller gives it a deadline.
 */
export function extractHtml(body: string | null, selector: string): Resolved {
  if (body === null) return resolved(null)
  const problem = checkSelector(selector) ?? scanHtml(body)
  if (problem !== null) return unresolved(problem)
  const page = load(body)
  const grown = measure(page)
  if (grown !== null) return unresolved(grown)
  const element = page(selector).first()
  return resolved(element.length === 0 ? null : element.text().replace(/\s+/g, ' ').trim())
}

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
