import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type ParsedNode,
  Parser,
  type Scalar,
  type CST,
} from 'yaml'
import type { Path } from '../problem.ts'

/** What a text may cost, which anyone may have written. */
export const yamlLimits = {
  /** In characters; more than what one call can apply. */
  length: 5 * 1024 * 1024,
  depth: 50,
  /** Of lists, maps and values, those of aliases each time that they stand somewhere. */
  nodes: 500_000,
  /** Words, signs and spaces: what the parser is given one by one. */
  lexemes: 3_000_000,
} as const

/** More than this nobody reads at once. */
const mostProblems = 20

/** Counted from 1. */
export interface Place {
  line: number
  column: number
}

export interface PlacedProblem extends Place {
  message: string
}

export interface ParsedYaml {
  /** Null where there are problems. */
  value: unknown
  problems: PlacedProblem[]
  /** Where something stands: its key, or in a list its value. Of what is not there, where what would hold it stands. */
  placeOf: (path: Path) => Place
}

class Unreadable extends Error {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/** The document, read no further than its limits. Takes linear time. */
function compose(text: string): Document.Parsed {
  if (text.length > yamlLimits.length) throw new Unreadable(0, 'The file is larger than 5 MiB.')
  const parser = new Parser()
  let lexemes = 0
  function* tokens(): Generator<CST.Token> {
    for (const lexeme of new Lexer().lex(text)) {
      yield* parser.next(lexeme)
      if (parser.stack.length > yamlLimits.depth)
        throw new Unreadable(parser.offset, `Lists and maps are nested more than ${yamlLimits.depth} deep.`)
      lexemes += 1
      if (lexemes > yamlLimits.lexemes) throw new Unreadable(parser.offset, 'The file has too many parts.')
    }
    yield* parser.end()
  }
  // Duplicate keys are looked for below: the composer compares each key of a map with each before it.
  const options = { prettyErrors: false, uniqueKeys: false, stringKeys: true, schema: 'core', version: '1.2' } as const
  const [document, second] = new Composer(options).compose(tokens(), true, text.length)
  if (document === undefined) throw new Unreadable(0, 'The file is empty.')
  if (second !== undefined) throw new Unreadable(second.range[0], 'A file has one document only.')
  return document
}

interface Reading {
  nodes: number
  anchors: Map<string, ParsedNode>
  offsets: Map<string, number>
  problems: { offset: number; message: string }[]
}

const keyOf = (path: Path): string => JSON.stringify(path)

const offsetOf = (node: ParsedNode) => node.range[0]

function readScalar(node: Scalar.Parsed, reading: Reading): unknown {
  const { value, source } = node
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const message = `${source} has more digits than a number keeps. Write it as text, in quotes.`
    reading.problems.push({ offset: node.range[0], message })
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    reading.problems.push({ offset: node.range[0], message: `${source} is not a number that can be sent.` })
  }
  return value
}

/** The value of a node; `path` is where it stands, `isPlaced` whether its parts are looked up there: those of an alias stand elsewhere. */
function read(node: ParsedNode | null, path: Path, reading: Reading, isPlaced = true): unknown {
  if (node === null) return null
  reading.nodes += 1
  if (reading.nodes > yamlLimits.nodes) throw new Unreadable(offsetOf(node), 'The file has too many values.')
  if (isAlias(node)) {
    const target = reading.anchors.get(node.source)
    if (target === undefined) throw new Unreadable(offsetOf(node), `There is no anchor ${node.source} before this.`)
    return read(target, path, reading, false)
  }
  if (isScalar(node)) {
    if (node.anchor !== undefined && isPlaced) reading.anchors.set(node.anchor, node)
    return readScalar(node, reading)
  }
  const value = isSeq(node)
    ? node.items.map((item, index) => {
        const here = [...path, index]
        if (isPlaced) reading.offsets.set(keyOf(here), offsetOf(item))
        return read(item, here, reading, isPlaced)
      })
    : readMap(node, path, reading, isPlaced)
  // Only what is complete can be referred to, so that nothing holds itself.
  if (node.anchor !== undefined && isPlaced) reading.anchors.set(node.anchor, node)
  return value
}

function readMap(node: ParsedNode, path: Path, reading: Reading, isPlaced: boolean): Record<string, unknown> {
  const entries = new Map<string, unknown>()
  for (const { key, value } of isMap(node) ? node.items : []) {
    const keyNode = key
    const name = isScalar(keyNode) ? String(keyNode.value) : ''
    const here = [...path, name]
    if (entries.has(name)) {
      if (isPlaced) reading.problems.push({ offset: offsetOf(keyNode), message: `${name} is here twice.` })
      continue
    }
    if (isPlaced) reading.offsets.set(keyOf(here), offsetOf(keyNode))
    entries.set(name, read(value, here, reading, isPlaced))
  }
  return Object.fromEntries(entries)
}

/** The beginnings of lines, for finding the line of an offset. */
function lineFinder(text: string): (offset: number) => Place {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}

/** YAML 1.2 (JSON is a part of it) with the place of each of its parts. Reads hostile text in linear time. */
export function parseYaml(text: string): ParsedYaml {
  const placeAt = lineFinder(text)
  const failed = (problems: { offset: number; message: string }[]): ParsedYaml => ({
    value: null,
    problems: problems.map(({ offset, message }) => ({ ...placeAt(offset), message })),
    placeOf: () => placeAt(0),
  })
  const reading: Reading = { nodes: 0, anchors: new Map(), offsets: new Map(), problems: [] }
  try {
    const document = compose(text)
    // What follows the first is often its consequence.
    const [error] = [...document.errors, ...document.warnings].toSorted((a, b) => a.pos[0] - b.pos[0])
    if (error !== undefined) return failed([{ offset: error.pos[0], message: error.message }])
    const value = read(document.contents, [], reading)
    const placeOf = (path: Path): Place => {
      for (let at = path; at.length > 0; at = at.slice(0, -1)) {
        const offset = reading.offsets.get(keyOf(at))
        if (offset !== undefined) return placeAt(offset)
      }
      return placeAt(0)
    }
    const problems = reading.problems.slice(0, mostProblems)
    return { value, problems: problems.map(({ offset, message }) => ({ ...placeAt(offset), message })), placeOf }
  } catch (error) {
    if (error instanceof Unreadable) return failed([error])
    throw error
  }
}
