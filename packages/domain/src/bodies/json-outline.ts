import { cell, kindOf, OutlineBuilder, type NodeKind, type Outline } from './outline.ts'

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escapeToken = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y
const literals: readonly [text: string, kind: NodeKind][] = [
  ['true', 'boolean'],
  ['false', 'boolean'],
  ['null', 'null'],
]

interface JsonOutlineOptions {
  /** The text is only the beginning of a body: what it leaves open counts as closed at its end. */
  isCut?: boolean
}

/**
 * The structure of a JSON text (RFC 8259), or null where it is none. A parser's values would not do for showing it: they
 * round numbers and keep one of several members of the same name. Any depth is read: nothing recurses.
 */
export function outlineJson(text: string, { isCut = false }: JsonOutlineOptions = {}): Outline | null {
  const reader = new JsonReader(text)
  const isWhole = reader.read()
  if (!isWhole && !(isCut && reader.isAtEnd && reader.builder.count > 0)) return null
  while (reader.builder.depth > 0) reader.builder.close(text.length)
  return reader.builder.build()
}

class JsonReader {
  readonly builder = new OutlineBuilder()
  readonly #text: string
  #at = 0
  /** Something was missing because the text ended. */
  isAtEnd = false

  constructor(text: string) {
    this.#text = text
  }

  /** Whether the text is one JSON value and nothing else. */
  read(): boolean {
    if (this.#text.codePointAt(0) === 0xfe_ff) this.#at = 1
    let next: 'first' | 'item' | 'rest' = 'item'
    while (true) {
      this.#skipSpace()
      if (next === 'rest') {
        if (this.builder.depth === 0) return this.#at === this.#text.length
        if (this.#takes(',')) next = 'item'
        else if (this.#closes()) this.builder.close(this.#at)
        else return this.#fail()
        continue
      }
      if (next === 'first' && this.#closes()) {
        this.builder.close(this.#at)
        next = 'rest'
        continue
      }
      const entered = this.#readItem()
      if (entered === null) return this.#fail()
      next = entered ? 'first' : 'rest'
    }
  }

  /** A value, with its name within an object. True where its content follows, null where there is none. */
  #readItem(): boolean | null {
    let nameStart = -1
    let nameEnd = -1
    if (this.builder.current >= 0 && this.builder.kindOf(this.builder.current) === 'object') {
      nameStart = this.#at
      if (!this.#skipString()) return null
      nameEnd = this.#at
      this.#skipSpace()
      if (!this.#takes(':')) return null
      this.#skipSpace()
    }
    const start = this.#at
    const first = this.#text[start]
    if (first === '{' || first === '[') {
      this.#at++
      const kind = first === '{' ? 'object' : 'array'
      this.builder.open(this.builder.add(kind, start, this.#at, nameStart, nameEnd))
      return true
    }
    const kind = this.#skipScalar(first)
    if (kind === null) return null
    this.builder.add(kind, start, this.#at, nameStart, nameEnd)
    return false
  }

  #skipScalar(first: string | undefined): NodeKind | null {
    if (first === '"') return this.#skipString() ? 'string' : null
    for (const [literal, kind] of literals) {
      if (!this.#text.startsWith(literal, this.#at)) continue
      this.#at += literal.length
      return kind
    }
    numberToken.lastIndex = this.#at
    if (!numberToken.test(this.#text)) {
      // "tru" or "-": what a cut leaves of a scalar.
      if (/^(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-)?$/.test(this.#text.slice(this.#at, this.#at + 6))) {
        this.#at = this.#text.length
      }
      return null
    }
    this.#at = numberToken.lastIndex
    return 'number'
  }

  #skipString(): boolean {
    if (this.#text[this.#at] !== '"') return false
    let at = this.#at + 1
    for (; at < this.#text.length; at++) {
      // Of UTF-16 units: a surrogate of a pair is none of the characters that are looked for.
      const unit = this.#text.charCodeAt(at)
      if (unit === 0x22) {
        this.#at = at + 1
        return true
      }
      if (unit < 0x20) return false
      if (unit !== 0x5c) continue
      escapeToken.lastIndex = at
      if (!escapeToken.test(this.#text)) {
        if (at + 6 > this.#text.length) break
        return false
      }
      at = escapeToken.lastIndex - 1
    }
    this.#at = this.#text.length
    return false
  }

  #closes(): boolean {
    return this.#takes(this.builder.kindOf(this.builder.current) === 'object' ? '}' : ']')
  }

  #takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #skipSpace(): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const unit = this.#text.charCodeAt(this.#at)
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return
    }
  }

  #fail(): false {
    this.isAtEnd = this.#at >= this.#text.length
    return false
  }
}

const plainName = /^[\p{L}_][\p{L}\p{N}_]*$/u

/** A token's text without its quotes and escapes. */
export function stringOf(token: string): string {
  const value: unknown = JSON.parse(token)
  return typeof value === 'string' ? value : token
}

/** The RFC 9535 path to a node: `$.data.items[0]['unit price']`. */
export function jsonPathOf(text: string, outline: Outline, node: number): string {
  const steps: string[] = []
  for (let at = node; cell(outline, 'parent', at) >= 0; at = cell(outline, 'parent', at)) {
    const nameStart = cell(outline, 'nameStart', at)
    if (nameStart < 0) steps.push(`[${cell(outline, 'position', at)}]`)
    else steps.push(nameStep(stringOf(text.slice(nameStart, cell(outline, 'nameEnd', at)))))
  }
  return `$${steps.toReversed().join('')}`
}

function nameStep(name: string): string {
  if (plainName.test(name)) return `.${name}`
  // JSON's escapes are those of the standard's quoted names, but for the quote itself.
  return `['${JSON.stringify(name)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}']`
}

/** Deeper levels are indented no further, so that 100,000 brackets do not become gigabytes of spaces. */
const deepestIndent = 40

/** The text indented, each token as written; null where that is longer than `limit` characters. */
export function formatJson(text: string, outline: Outline, limit: number): string | null {
  const pieces: string[] = []
  const closing: { node: number; bracket: string }[] = []
  let length = 0
  const write = (piece: string) => {
    pieces.push(piece)
    length += piece.length
  }
  const newLine = (depth: number) => write(`\n${'  '.repeat(Math.min(depth, deepestIndent))}`)
  const closeUpTo = (node: number) => {
    for (let last = closing.at(-1); last && cell(outline, 'next', last.node) <= node; last = closing.at(-1)) {
      closing.pop()
      newLine(cell(outline, 'depth', last.node))
      write(last.bracket)
    }
  }
  for (let node = 0; node < outline.count; node++) {
    closeUpTo(node)
    if (cell(outline, 'position', node) > 0) write(',')
    if (node > 0) newLine(cell(outline, 'depth', node))
    const nameStart = cell(outline, 'nameStart', node)
    if (nameStart >= 0) write(`${text.slice(nameStart, cell(outline, 'nameEnd', node))}: `)
    const kind = kindOf(outline, node)
    if (kind !== 'object' && kind !== 'array') {
      write(text.slice(cell(outline, 'start', node), cell(outline, 'end', node)))
    } else if (cell(outline, 'children', node) === 0) write(kind === 'object' ? '{}' : '[]')
    else {
      write(kind === 'object' ? '{' : '[')
      closing.push({ node, bracket: kind === 'object' ? '}' : ']' })
    }
    if (length > limit) return null
  }
  closeUpTo(outline.count)
  return length > limit ? null : pieces.join('')
}

/** A value as it is copied: a text without its quotes and escapes, all else as it is written. */
export const copiedJson = (written: string): string => {
  if (!written.startsWith('"')) return written
  try {
    return String(JSON.parse(written))
  } catch {
    return written
  }
}
