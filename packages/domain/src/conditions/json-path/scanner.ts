import { JsonPathError } from './syntax.ts'

const stringLiteral = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/y
const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Reads a path from left to right. */
export class Scanner {
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
    if (!this.take(token)) this.fail(`"${token}" is expected`)
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
    throw new JsonPathError(`This JSON path cannot be read at character ${this.#position + 1}: ${reason}.`)
  }
}
