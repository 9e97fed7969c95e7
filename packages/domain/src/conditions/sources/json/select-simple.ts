import { JSONPath, type JSONPathOptions, type ReturnObject } from 'jsonpath-plus'
import { isCollection, type JsonValue } from '../../json-value.ts'
import { BudgetExceeded, JsonPathError, type Segment, type Selector } from './simple-path.ts'

/**
 * Whether following the path may lead through more places than the budget, at most and from the shape of the document
 * alone. A place eight levels deep counts as two, since its way there and what it gives are copied at each level.
 */
function mayExceed(document: JsonValue, segments: readonly Segment[], budget: number): boolean {
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

/**
 * Each list ends with one more, which selects nothing: the library takes what stands in a list as it stands, but what
 * stands alone sometimes as a sign (`['@type']`), and sometimes as a member's name (`[*][*]` where one is called `*`).
 */
const noName = "'\0no such name'"
const noPlace = '0:0'

/**
 * The path in jsonpath-plus' own words. It looks for calls and scripts in quoted names too, so what it reads is compared
 * with what is meant.
 * @throws JsonPathError
 */
export function writePath(segments: readonly Segment[]): string {
  const steps = segments.flatMap(writeSegment)
  const path = `$${steps.map((step) => `[${step}]`).join('')}`
  // The library keeps every path that it has ever read; so it keeps this one alone.
  JSONPath.clearCache()
  const read = JSONPath.toPathArray(path)
  if (read.length === steps.length + 1 && steps.every((step, index) => step === read[index + 1])) return path
  throw new JsonPathError('A name in this JSON path contains parentheses where they cannot be looked up.')
}

function writeSegment({ descendant, selectors }: Segment): string[] {
  const end = selectors[0]?.kind === 'name' ? noName : noPlace
  const children = [...selectors.map(writeSelector), end].join(',')
  return descendant ? [`..,${noPlace}`, children] : [children]
}

function writeSelector(selector: Selector): string {
  switch (selector.kind) {
    case 'name':
      return `'${selector.name.replaceAll(/['\\]/g, String.raw`\$&`)}'`
    case 'index':
      return writeIndex(selector.index)
    case 'slice':
      return `${selector.start ?? ''}:${selector.end ?? ''}:${selector.step}`
    case 'wildcard':
      return '*'
  }
}

/** As a slice, since a bare number would also be a name, and a character of a text. */
const writeIndex = (index: number) => (index === -1 ? '-1:' : `${index}:${index + 1}`)

/**
 * Every value that the segments select, in document order.
 * @throws BudgetExceeded, JsonPathError
 */
export function findAll(document: JsonValue, segments: readonly Segment[], budget: number): JsonValue[] {
  const path = writePath(segments)
  const last = segments.at(-1)
  if (last === undefined) return [document]
  if (!isCollection(document)) return []
  if (mayExceed(document, segments, budget)) {
    throw new BudgetExceeded()
  }
  const options: JSONPathOptions = { path, json: document, eval: false, wrap: true }
  return findsMoreThanMembers(last) ? findMembers(options) : (JSONPath(options) as JsonValue[])
}

/** The library also gives the length of a list, and the length and the characters of a text. */
const findsMoreThanMembers = ({ selectors }: Segment) =>
  selectors.some((selector) => selector.kind === 'name' && /^(?:length|\d+)$/.test(selector.name))

/** Not for every path: for a callback the library writes down each place, which takes ten times as long. */
function findMembers(options: JSONPathOptions): JsonValue[] {
  const values: JsonValue[] = []
  const callback = (value: JsonValue, _type: string, { parent, parentProperty }: ReturnObject) => {
    const isOfCollection = parent !== null && typeof parent === 'object'
    if (isOfCollection && !(Array.isArray(parent) && parentProperty === 'length')) values.push(value)
  }
  JSONPath({ ...options, callback })
  return values
}
