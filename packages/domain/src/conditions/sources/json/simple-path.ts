/** Selects children of what the segments before it selected, or with `descendant` at any depth below (RFC 9535). */
export interface Segment {
  descendant: boolean
  selectors: Selector[]
}

export type Selector =
  | { kind: 'name'; name: string }
  | { kind: 'index'; index: number }
  | { kind: 'slice'; start: number | null; end: number | null; step: number }
  | { kind: 'wildcard' }

export const maxPathLength = 512

/** `$..*..*..*` grows with the cube of the document; two are as many as a real path needs. */
const maxDescendantSegments = 2

/** What is wrong with a path, as a message for its author. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError'
}

/** The path leads to more places in the document than the budget allows. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
  override readonly message = 'The path matches too many places in the document.'
}

const stringLiteral = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/y
const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Reads a path from left to right. */
class Scanner {
  readonly #text: string
  #position = 0

  constructor(text: string) {
    this.#text = text
  }

  get atEnd() {
    return this.#position >= this.#text.length
  }

  skipSpace() {
    this.match(/\s*/y)
  }

  isNext(token: string) {
    return this.#text.startsWith(token, this.#position)
  }

  /** Moves past the token where it is next. */
  take(token: string): boolean {
    if (!this.isNext(token)) return false
    this.#position += token.length
    return true
  }

  expect(token: string) {
    if (!this.take(token)) this.fail(`"${token}" is missing`)
  }

  /** Moves past what a sticky pattern matches here, and gives it. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#position
    const found = pattern.exec(this.#text)?.[0]
    if (found === undefined) return null
    this.#position += found.length
    return found
  }

  /** A quoted name or text, its escapes read. */
  matchString(): string | null {
    const quoted = this.match(stringLiteral)
    if (quoted === null) return null
    return quoted
      .slice(1, -1)
      .replace(/\\(?:u([\dA-Fa-f]{4})|(.))/gs, (_, hex: string | undefined, char: string) =>
        hex === undefined ? (escapes[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
      )
  }

  fail(reason: string): never {
    throw new JsonPathError(`Invalid JSON path: ${reason} at character ${this.#position + 1}.`)
  }
}

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
  const segments = scanner.take('$') ? [] : parseFirst(scanner)
  segments.push(...parseSegments(scanner))
  scanner.skipSpace()
  if (!scanner.atEnd) scanner.fail('"." or "[" is missing')
  if (segments.filter(({ descendant }) => descendant).length > maxDescendantSegments) {
    throw new JsonPathError(`A JSON path may have ".." at most ${maxDescendantSegments} times.`)
  }
  return segments
}

/** `a.b` is read as `$.a.b`. */
function parseFirst(scanner: Scanner): Segment[] {
  if (scanner.atEnd || scanner.isNext('.') || scanner.isNext('[')) return []
  return [{ descendant: false, selectors: [parseDotted(scanner)] }]
}

function parseSegments(scanner: Scanner): Segment[] {
  const segments: Segment[] = []
  for (;;) {
    const descendant = scanner.take('..')
    const dotted = descendant ? !scanner.isNext('[') : scanner.take('.')
    if (!dotted && !scanner.isNext('[')) return segments
    segments.push({ descendant, selectors: dotted ? [parseDotted(scanner)] : parseBracket(scanner) })
  }
}

function parseDotted(scanner: Scanner): Selector {
  if (scanner.take('*')) return { kind: 'wildcard' }
  const name = scanner.match(bareName)
  return name === null ? scanner.fail('a name is missing') : { kind: 'name', name }
}

function parseBracket(scanner: Scanner): Selector[] {
  const selectors: Selector[] = []
  scanner.expect('[')
  do {
    scanner.skipSpace()
    selectors.push(parseSelector(scanner))
    scanner.skipSpace()
  } while (scanner.take(','))
  scanner.expect(']')
  const names = selectors.filter(({ kind }) => kind === 'name').length
  if (names === 0 || names === selectors.length) return selectors
  throw new JsonPathError('A list in brackets can have names or numbers, not both.')
}

function parseSelector(scanner: Scanner): Selector {
  if (scanner.take('*')) return { kind: 'wildcard' }
  if (scanner.isNext('?') || scanner.isNext('(')) throw new JsonPathError('A JSON path cannot contain a script.')
  const name = scanner.matchString()
  return name === null ? parsePosition(scanner) : { kind: 'name', name }
}

/** `2`, `-1`, `1:3` or `::2`. */
function parsePosition(scanner: Scanner): Selector {
  const start = parseWhole(scanner)
  if (!scanner.take(':')) {
    return start === null ? scanner.fail('a quoted name, a number or * is missing') : { kind: 'index', index: start }
  }
  const end = parseWhole(scanner)
  const step = scanner.take(':') ? (parseWhole(scanner) ?? 1) : 1
  if (step < 1) throw new JsonPathError('The step of a slice is at least 1.')
  return { kind: 'slice', start, end, step }
}

function parseWhole(scanner: Scanner): number | null {
  scanner.skipSpace()
  const digits = scanner.match(wholeNumber)
  scanner.skipSpace()
  return digits === null ? null : Number(digits)
}
