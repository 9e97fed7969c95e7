import type { Scanner } from './scanner.ts'
import type { CompareOperator, Operand, Query, Segment, Test } from './syntax.ts'

type ParseSegments = (scanner: Scanner) => Segment[]

const operators: readonly CompareOperator[] = ['==', '!=', '<=', '>=', '<', '>']
const numberLiteral = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const words: Record<string, boolean | null> = { true: true, false: false, null: null }

/** Reads `@.price < 10 && @.name` up to what does not belong to it. */
export function parseTest(scanner: Scanner, segments: ParseSegments): Test {
  return parseList(scanner, 'or', '||', () => parseList(scanner, 'and', '&&', () => parseTerm(scanner, segments)))
}

function parseList(scanner: Scanner, kind: 'or' | 'and', token: string, parseItem: () => Test): Test {
  const first = parseItem()
  const tests = [first]
  while (scanner.take(token)) tests.push(parseItem())
  return tests.length === 1 ? first : { kind, tests }
}

function parseTerm(scanner: Scanner, segments: ParseSegments): Test {
  scanner.skipSpace()
  const term = scanner.take('!')
    ? ({ kind: 'not', test: parseTerm(scanner, segments) } as const)
    : parsePlain(scanner, segments)
  scanner.skipSpace()
  return term
}

function parsePlain(scanner: Scanner, segments: ParseSegments): Test {
  if (scanner.take('(')) {
    const test = parseTest(scanner, segments)
    scanner.expect(')')
    return test
  }
  const left = parseOperand(scanner, segments)
  scanner.skipSpace()
  const operator = operators.find((token) => scanner.take(token))
  if (operator !== undefined) {
    scanner.skipSpace()
    return { kind: 'compare', operator, left, right: parseOperand(scanner, segments) }
  }
  return left.kind === 'query' ? { kind: 'exists', query: left.query } : scanner.fail('a comparison is expected')
}

function parseOperand(scanner: Scanner, segments: ParseSegments): Operand {
  const query = parseQuery(scanner, segments)
  if (query !== null) return { kind: 'query', query }
  const text = scanner.matchString()
  if (text !== null) return { kind: 'literal', value: text }
  const number = scanner.match(numberLiteral)
  if (number !== null) return { kind: 'literal', value: Number(number) }
  const word = scanner.match(/(?:true|false|null)\b/y)
  if (word !== null) return { kind: 'literal', value: words[word] ?? null }
  return scanner.fail('a value, or a path that begins with @ or $, is expected')
}

function parseQuery(scanner: Scanner, segments: ParseSegments): Query | null {
  if (scanner.take('@')) return { fromRoot: false, segments: segments(scanner) }
  if (scanner.take('$')) return { fromRoot: true, segments: segments(scanner) }
  return null
}
