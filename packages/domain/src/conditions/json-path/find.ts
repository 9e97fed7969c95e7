import { isCollection, type JsonValue } from '../json-value.ts'
import type { CompareOperator, Operand, Query, Segment, Selector, Test } from './syntax.ts'

/** The path led to more places in the document than the budget allows. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
}

/**
 * Every value that the segments select, in document order. Each value looked at costs one of the budget, so that no path
 * can take longer than that, whatever the document.
 * @throws BudgetExceeded
 */
export function findAll(document: JsonValue, segments: readonly Segment[], budget: number): JsonValue[] {
  return new Finder(document, budget).follow(document, segments)
}

class Finder {
  readonly #root: JsonValue
  #budget: number

  constructor(root: JsonValue, budget: number) {
    this.#root = root
    this.#budget = budget
  }

  follow(start: JsonValue, segments: readonly Segment[]): JsonValue[] {
    return segments.reduce<JsonValue[]>((nodes, segment) => this.#step(nodes, segment), [start])
  }

  #step(nodes: readonly JsonValue[], { descendant, selectors }: Segment): JsonValue[] {
    const found: JsonValue[] = []
    const collect = (value: JsonValue) => {
      this.#spend(1)
      found.push(value)
    }
    const select = (node: JsonValue) => {
      for (const selector of selectors) this.#select(node, selector, collect)
    }
    for (const node of nodes) {
      if (descendant) this.#descend(node, select)
      else select(node)
    }
    return found
  }

  #descend(node: JsonValue, visit: (value: JsonValue) => void) {
    this.#spend(1)
    visit(node)
    for (const member of membersOf(node)) this.#descend(member, visit)
  }

  #select(node: JsonValue, selector: Selector, collect: (value: JsonValue) => void) {
    switch (selector.kind) {
      case 'name':
        return selectName(node, selector.name, collect)
      case 'index':
        return selectIndex(node, selector.index, collect)
      case 'slice':
        return Array.isArray(node) ? sliceOf(node, selector).forEach(collect) : undefined
      case 'wildcard':
        return membersOf(node).forEach(collect)
      case 'filter':
        for (const member of membersOf(node)) {
          this.#spend(1)
          if (this.#passes(member, selector.test)) collect(member)
        }
    }
  }

  #passes(node: JsonValue, test: Test): boolean {
    if (test.kind === 'or') return test.tests.some((inner) => this.#passes(node, inner))
    if (test.kind === 'and') return test.tests.every((inner) => this.#passes(node, inner))
    if (test.kind === 'not') return !this.#passes(node, test.test)
    if (test.kind === 'exists') return this.#ask(node, test.query).length > 0
    return compares(test.operator, this.#valueOf(node, test.left), this.#valueOf(node, test.right))
  }

  #ask(node: JsonValue, query: Query): JsonValue[] {
    return this.follow(query.fromRoot ? this.#root : node, query.segments)
  }

  /** Undefined where a path selects nothing, or several values. */
  #valueOf(node: JsonValue, operand: Operand): JsonValue | undefined {
    if (operand.kind === 'literal') return operand.value
    const found = this.#ask(node, operand.query)
    return found.length === 1 ? found[0] : undefined
  }

  #spend(cost: number) {
    this.#budget -= cost
    if (this.#budget < 0) throw new BudgetExceeded('The path leads to too many places in the document.')
  }
}

function membersOf(node: JsonValue): JsonValue[] {
  if (Array.isArray(node)) return node
  return node !== null && typeof node === 'object' ? Object.values(node) : []
}

/** Beyond the RFC: `.0` of an array is its first element, and `.length` how many it has. */
function selectName(node: JsonValue, name: string, collect: (value: JsonValue) => void) {
  if (Array.isArray(node)) {
    if (name === 'length') collect(node.length)
    else if (/^\d+$/.test(name)) selectIndex(node, Number(name), collect)
  } else if (node !== null && typeof node === 'object' && Object.hasOwn(node, name)) collect(node[name] ?? null)
}

function selectIndex(node: JsonValue, index: number, collect: (value: JsonValue) => void) {
  const element = Array.isArray(node) ? node.at(index) : undefined
  if (element !== undefined) collect(element)
}

function sliceOf(array: JsonValue[], { start, end, step }: { start: number | null; end: number | null; step: number }) {
  const { length } = array
  const place = (position: number) => (position < 0 ? position + length : position)
  const found: JsonValue[] = []
  if (step > 0) {
    const last = Math.min(place(end ?? length), length)
    for (let at = Math.max(place(start ?? 0), 0); at < last; at += step) found.push(array[at] ?? null)
  }
  if (step < 0) {
    const last = end === null ? -1 : Math.max(place(end), -1)
    for (let at = Math.min(place(start ?? length - 1), length - 1); at > last; at += step) found.push(array[at] ?? null)
  }
  return found
}

/**
 * As RFC 9535 section 2.3.5.2.2: only numbers with numbers and texts with texts have an order. Collections equal nothing
 * here, since comparing their content at every place would cost more than the budget counts.
 */
function compares(operator: CompareOperator, left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (operator === '==') return equals(left, right)
  if (operator === '!=') return !equals(left, right)
  if (operator === '<=' || operator === '>=') {
    return equals(left, right) || isLess(...(operator === '<=' ? ([left, right] as const) : ([right, left] as const)))
  }
  return operator === '<' ? isLess(left, right) : isLess(right, left)
}

function equals(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === undefined || right === undefined) return left === right
  return !isCollection(left) && left === right
}

function isLess(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right
  return typeof left === 'string' && typeof right === 'string' && left < right
}
