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
export const maxDescendantSegments = 2

/** What is wrong with a path, as a sentence for its author. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError'
}

/** The path leads to more places in the document than the budget allows. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
  override readonly message = 'The path leads to too many places in the document.'
}
