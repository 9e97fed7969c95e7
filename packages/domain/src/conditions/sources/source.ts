import type { ReadonlyHeaderList } from '../../headers/header-list.ts'
import type { Comparison } from '../condition.ts'
import { comparisons } from '../comparing/comparisons.ts'
import type { JsonValue } from '../json-value.ts'

/** What conditions are decided on: an execution of a task, or a request that a receiver got. */
export type ConditionEvent = 'execution' | 'request'

/**
 * What conditions may look at of an execution, all null where no response came; or of a received request, of which there
 * is always all, and no status code and time.
 */
export interface Observation {
  /** Of a received request alone. */
  method?: string
  statusCode: number | null
  responseTimeMs: number | null
  headers: ReadonlyHeaderList | null
  /** Null also where the body is no text. */
  body: string | null
  /** Why the body of a response could not be read: it was cut, or is no text. */
  bodyProblem?: string | null
}

/**
 * The value that a source gives. A `problem` says why it could not be read (no response, no JSON, a bomb, a worker that ran
 * out of time); the value is null then, and meets no comparison. What is absent from something that was read is null too,
 * without a problem.
 */
export interface Resolved {
  value: JsonValue
  problem: string | null
}

export const resolved = (value: JsonValue): Resolved => ({ value, problem: null })
export const unresolved = (problem: string): Resolved => ({ value: null, problem })

/**
 * Where a condition takes its value from. Each is one file or folder here and one line in registry.ts; one that parses
 * the body has its parser in the same folder, and a line in body-parsers.ts, since parsers are not for the web.
 */
export interface SourceDefinition {
  /** What it reads of. */
  event: ConditionEvent
  label: string
  /** The property box's label and example; null where the source has no property (TN-24 to TN-28). */
  property: { label: string; example: string } | null
  defaultComparison: Comparison
  /** All others are offered after them. */
  sensibleComparisons: readonly Comparison[]
  /** The source within a sentence, such as "response header etag". */
  describe: (property: string) => string
  /** Of its numbers. */
  unit: string | null
  /**
   * What of the body it reads: nothing, the text as it is, or a part that is found by parsing. A body up to `quickLength`
   * characters is parsed quickly.
   */
  body: null | 'text' | { quickLength: number }
  /** What of its event it reads; where that is null, nothing could be read. */
  part: 'method' | 'statusCode' | 'responseTimeMs' | 'headers' | 'body'
  /** Whether a response may lack it, as it may lack a header; its value is null then. */
  mayBeAbsent: boolean
  /** The comparisons by which it is asked whether a response came at all: they are decided where none did, too. Most have none. */
  ofResponse?: readonly Comparison[]
  /** Null where the body is parsed. */
  read: ((observation: Observation, property: string) => JsonValue) | null
  /** What is wrong with a property, as a message, or null. Null where there is none, or the body's parser checks it. */
  checkProperty: ((property: string) => string | null) | null
  /** For made-up executions. */
  example: SourceExample
}

/** How an example of a source is made up, such as for the preview of a notification whose task has never run. */
export interface SourceExample {
  /** What the source often gives, the likeliest first. */
  usual: readonly [JsonValue, ...JsonValue[]]
  /** The value in the form in which the source gives one; undefined where it cannot give it. */
  toGiven: (value: JsonValue) => JsonValue | undefined
  /** Which properties are the same. */
  propertyKey: (property: string) => string
  /** The execution with the value; null where only one without response gives it. Body sources: see body examples. */
  apply: (observation: Observation, property: string, value: JsonValue) => Observation | null
}

/** Reads values out of bodies that anyone may have written: for a bounded worker only. */
export interface BodyParser<Parsed> {
  /** What is wrong with a property, as a message, or null. */
  checkProperty: (property: string) => string | null
  /** Once for a body, however many values are read out of it. */
  parse: (body: string, contentType: string | undefined) => Parsed
  select: (parsed: Parsed, property: string) => Resolved
  contentType: string
  /** A body in which the properties have these values, as far as one can be made up. */
  exampleBody: (given: readonly { property: string; value: JsonValue }[]) => string
}

/** Why nothing of an execution could be read to which no response came. */
export const noResponseProblem = 'No response arrived.'

export const numericComparisons = comparisons.filter((comparison) => comparison.startsWith('number_'))
export const textComparisons = comparisons.filter((comparison) => comparison.startsWith('string_'))
