import { parseTest } from './parse-filter.ts'
import { Scanner } from './scanner.ts'
import { JsonPathError, maxDescendantSegments, maxPathLength, type Segment, type Selector } from './syntax.ts'

/** More lenient than the RFC: hyphens, a leading digit, and other signs that no operator uses. */
const bareName = /[^\s.,:[\]()'"*?!<>=&|^~\\]+/y
const wholeNumber = /-?\d{1,15}/y

/**
 * Reads a path; the leading `$` may be left out, and an empty path is the whole document.
 * @throws JsonPathError
 */
export function parseJsonPath(path: string): Segment[] {
  const text = path.trim()
  if (text.length > maxPathLength) throw new JsonPathError(`A JSON path has at most ${maxPathLength} characters.`)
  const scanner = new Scanner(text)
  const countsDescendants = descendantCounter()
  const segments = scanner.take('$') ? [] : parseFirst(scanner)
  segments.push(...parseSegments(scanner, countsDescendants))
  scanner.skipSpace()
  if (!scanner.atEnd) scanner.fail('"." or "[" is expected')
  return segments
}

/** Filters count towards the same limit as the path that holds them. */
function descendantCounter(): () => void {
  let count = 0
  return () => {
    count += 1
    if (count > maxDescendantSegments) {
      throw new JsonPathError(`A JSON path may have ".." at most ${maxDescendantSegments} times.`)
    }
  }
}

/** `a.b` is read as `$.a.b`. */
function parseFirst(scanner: Scanner): Segment[] {
  if (scanner.atEnd || scanner.isNext('.') || scanner.isNext('[')) return []
  return [child([parseDotted(scanner)])]
}

const child = (selectors: Selector[]): Segment => ({ descendant: false, selectors })

function parseSegments(scanner: Scanner, onDescendant: () => void): Segment[] {
  const segments: Segment[] = []
  for (;;) {
    if (scanner.take('..')) {
      onDescendant()
      const selectors = scanner.isNext('[') ? parseBracket(scanner, onDescendant) : [parseDotted(scanner)]
      segments.push({ descendant: true, selectors })
    } else if (scanner.take('.')) segments.push(child([parseDotted(scanner)]))
    else if (scanner.isNext('[')) segments.push(child(parseBracket(scanner, onDescendant)))
    else return segments
  }
}

function parseDotted(scanner: Scanner): Selector {
  if (scanner.take('*')) return { kind: 'wildcard' }
  const name = scanner.match(bareName)
  return name === null ? scanner.fail('a name is expected') : { kind: 'name', name }
}

function parseBracket(scanner: Scanner, onDescendant: () => void): Selector[] {
  const selectors: Selector[] = []
  scanner.expect('[')
  do {
    scanner.skipSpace()
    selectors.push(parseSelector(scanner, onDescendant))
    scanner.skipSpace()
  } while (scanner.take(','))
  scanner.expect(']')
  return selectors
}

function parseSelector(scanner: Scanner, onDescendant: () => void): Selector {
  if (scanner.take('*')) return { kind: 'wildcard' }
  if (scanner.take('?')) {
    return { kind: 'filter', test: parseTest(scanner, (inner) => parseSegments(inner, onDescendant)) }
  }
  const name = scanner.matchString()
  return name === null ? parsePosition(scanner) : { kind: 'name', name }
}

/** `2`, `-1`, `1:3` or `::2`. */
function parsePosition(scanner: Scanner): Selector {
  const start = parseWhole(scanner)
  if (!scanner.take(':')) {
    return start === null
      ? scanner.fail('a quoted name, a number, * or ? is expected')
      : { kind: 'index', index: start }
  }
  const end = parseWhole(scanner)
  const step = scanner.take(':') ? parseWhole(scanner) : null
  return { kind: 'slice', start, end, step: step ?? 1 }
}

function parseWhole(scanner: Scanner): number | null {
  scanner.skipSpace()
  const digits = scanner.match(wholeNumber)
  scanner.skipSpace()
  return digits === null ? null : Number(digits)
}
