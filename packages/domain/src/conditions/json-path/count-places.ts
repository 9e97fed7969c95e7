import type { JsonValue } from '../json-value.ts'
import type { Segment } from './syntax.ts'

/**
 * Whether following the path may lead through more places than the budget, at most and from the shape of the document
 * alone. A place eight levels deep counts as two, since its way there and what it gives are copied at each level.
 */
export function mayExceed(document: JsonValue, segments: readonly Segment[], budget: number): boolean {
  if (segments.every(leadsToOne)) return false
  const first = segments.findIndex(({ descendant }) => descendant)
  const levels = first < 0 ? segments.length : Infinity
  const descents = segments.filter(({ descendant }) => descendant).length
  return new Counter(budget / visitsOf(segments, first), levels, Math.max(descents - 1, 0)).isOver(document)
}

const leadsToOne = ({ descendant, selectors: [only, ...others] }: Segment) =>
  !descendant && others.length === 0 && (only?.kind === 'name' || only?.kind === 'index')

/** How often one way leads to a place: once to be there, and once for each selector that may be tried on it. */
function visitsOf(segments: readonly Segment[], firstDescendant: number): number {
  const rounds = firstDescendant < 0 ? 1 : segments.length - firstDescendant
  const widest = Math.max(...segments.map(({ selectors }) => selectors.length))
  return segments.reduce((visits, segment) => visits * repeatsOf(segment), (1 + rounds * widest) / 2)
}

/** How often a list may select the same child: `[0,0]` twice, and so `[0,-1]` where there is but one. */
function repeatsOf({ selectors }: Segment): number {
  const exact = selectors.flatMap((selector) => {
    if (selector.kind === 'name') return selector.name
    return selector.kind === 'index' && selector.index >= 0 ? String(selector.index) : []
  })
  return selectors.length - Math.max(new Set(exact).size, 1) + 1
}

class Counter {
  #left: number
  readonly #levels: number
  readonly #power: number

  /** `power`: a second `..` starts at every level above a place, and so reaches it as many times. */
  constructor(budget: number, levels: number, power: number) {
    this.#left = budget
    this.#levels = levels
    this.#power = power
  }

  isOver(node: JsonValue, depth = 0): boolean {
    this.#left -= (1 + depth / 8) * (depth + 1) ** this.#power
    if (this.#left < 0) return true
    if (depth === this.#levels || node === null || typeof node !== 'object') return false
    const members = Array.isArray(node) ? node : Object.values(node)
    return members.some((member) => this.isOver(member, depth + 1))
  }
}
