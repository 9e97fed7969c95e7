/** The parts of a JSON path (RFC 9535, without functions). */
export interface Query {
  /** In a filter: from the document's root, or from the element looked at. */
  fromRoot: boolean
  segments: Segment[]
}

/** Selects children of what the segments before it selected, or with `descendant` at any depth below. */
export interface Segment {
  descendant: boolean
  selectors: Selector[]
}

export type Selector =
  | { kind: 'name'; name: string }
  | { kind: 'index'; index: number }
  | { kind: 'slice'; start: number | null; end: number | null; step: number }
  | { kind: 'wildcard' }
  | { kind: 'filter'; test: Test }

export type CompareOperator = '==' | '!=' | '<=' | '>=' | '<' | '>'

export type Test =
  | { kind: 'or'; tests: Test[] }
  | { kind: 'and'; tests: Test[] }
  | { kind: 'not'; test: Test }
  | { kind: 'exists'; query: Query }
  | { kind: 'compare'; operator: CompareOperator; left: Operand; right: Operand }

export type Operand = { kind: 'literal'; value: string | number | boolean | null } | { kind: 'query'; query: Query }

export const maxPathLength = 512

/** `$..*..*..*` grows with the cube of the document; two are as many as a real path needs. */
export const maxDescendantSegments = 2

/** What is wrong with a path, as a sentence for its author. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError'
}
