import type { CheerioAPI } from 'cheerio/slim'
import { type Options, select } from 'cheerio-select'
import * as dom from 'domutils'
import nthCheck from 'nth-check'

type Adapter = NonNullable<Options['adapter']>
type Element = ReturnType<CheerioAPI>[number]

/** The selector would look at more of the page than the budget allows. */
export class SelectorTooCostly extends Error {
  override readonly name = 'SelectorTooCostly'
}

/**
 * Queries of the tree. A selector of five parts puts some 500,000 on a page of 50,000 elements; `a ~ b` on as many
 * siblings puts a thousand million. So many take 50 to 200 ms.
 */
export const maxSelectorSteps = 2_000_000

/** Characters of text that are made in the time of a step. */
const charactersPerStep = 50

/**
 * The first element that the selector matches, in document order.
 * @throws SelectorTooCostly, and what the selector's compiler throws
 */
export function selectElement(
  page: CheerioAPI,
  selector: string,
  { isXml = false, maxSteps = maxSelectorSteps }: { isXml?: boolean; maxSteps?: number } = {},
): Element | undefined {
  const root = page.root()
  const spend = createBudget(maxSteps)
  const options: Options & { context: NonNullable<Options['context']> } = {
    context: root.get(),
    xmlMode: isXml,
    adapter: countingAdapter(spend, isXml),
    pseudos: countedPositions(spend),
  }
  return select(selector, root.children().get(), options, 1)[0]
}

type Spend = (steps: number) => void

function createBudget(maxSteps: number): Spend {
  let left = maxSteps
  return (steps) => {
    left -= steps
    if (left < 0) throw new SelectorTooCostly('The selector looks at too many elements of the page.')
  }
}

/** Every loop of the selector engine asks the tree, which is counted. */
function countingAdapter(spend: Spend, isXml: boolean): Adapter {
  const { getName, getAttributeValue, hasAttrib } = isXml ? dom : lowerCased
  const counted = <A extends unknown[], R>(ask: (...args: A) => R) =>
    ((...args: A) => {
      spend(1)
      return ask(...args)
    }) as (...args: A) => R
  return {
    ...dom,
    equals: counted((a, b) => a === b),
    isTag: counted(dom.isTag) as typeof dom.isTag,
    getName: counted(getName),
    getParent: counted(dom.getParent),
    getChildren: counted(dom.getChildren),
    getSiblings: counted(dom.getSiblings),
    prevElementSibling: counted(dom.prevElementSibling),
    getAttributeValue: counted(getAttributeValue),
    hasAttrib: counted(hasAttrib),
    getText: (node) => {
      const text = dom.getText(node)
      spend(1 + text.length / charactersPerStep)
      return text
    },
  }
}

/**
 * The engine reads the names in a selector in lower case, as those of HTML are; some of SVG have capitals, such as
 * `linearGradient` and `viewBox`.
 */
const lowerCased = {
  getName: (element: Element) => dom.getName(element as never).toLowerCase(),
  getAttributeValue: (element: Element, name: string) => attributeOf(element, name),
  hasAttrib: (element: Element, name: string) => attributeOf(element, name) !== undefined,
}

function attributeOf(element: Element, name: string): string | undefined {
  if (!('attribs' in element)) return undefined
  if (Object.hasOwn(element.attribs, name)) return element.attribs[name]
  const found = Object.keys(element.attribs).find((one) => one.toLowerCase() === name)
  return found === undefined ? undefined : element.attribs[found]
}

interface Position {
  child: number
  ofType: number
}

/**
 * The engine counts an element's siblings again each time that it looks up the element's position, which takes time
 * quadratic in their number. Here all siblings are counted once.
 */
function countedPositions(spend: Spend): NonNullable<Options['pseudos']> {
  const fromStart = createPositions(spend, (siblings) => siblings)
  const fromEnd = createPositions(spend, (siblings) => siblings.toReversed())
  const checks = new Map<string, (index: number) => boolean>()
  const matches = (rule: string | null | undefined, index: number) => {
    const formula = rule ?? ''
    const check = checks.get(formula) ?? nthCheck(formula)
    checks.set(formula, check)
    return check(index)
  }
  return {
    'nth-child': (element, rule) => matches(rule, fromStart(element).child),
    'nth-last-child': (element, rule) => matches(rule, fromEnd(element).child),
    'nth-of-type': (element, rule) => matches(rule, fromStart(element).ofType),
    'nth-last-of-type': (element, rule) => matches(rule, fromEnd(element).ofType),
  }
}

type Node = Parameters<typeof dom.getSiblings>[0]

function createPositions(spend: Spend, inOrder: (siblings: Node[]) => Node[]): (element: Element) => Position {
  const known = new WeakMap<Node, Position>()
  const count = (element: Element) => {
    const siblings = inOrder(dom.getSiblings(element))
    spend(siblings.length)
    const ofTypes = new Map<string, number>()
    let child = 0
    for (const sibling of siblings) {
      if (!dom.isTag(sibling)) continue
      const ofType = ofTypes.get(sibling.name) ?? 0
      known.set(sibling, { child, ofType })
      ofTypes.set(sibling.name, ofType + 1)
      child += 1
    }
  }
  return (element) => {
    if (!known.has(element)) count(element)
    return known.get(element) ?? { child: 0, ofType: 0 }
  }
}
