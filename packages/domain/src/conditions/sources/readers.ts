import type { SimpleCondition, ConditionSource } from '../condition.ts'
import { contentTypeOf } from '../../headers/read-headers.ts'
import { bodyParsers } from './body-parsers.ts'
import { sources } from './registry.ts'
import {
  type BodyParser,
  noResponseProblem,
  type Observation,
  resolved,
  type Resolved,
  type SourceDefinition,
  unresolved,
} from './source.ts'

type Operand = Pick<SimpleCondition, 'source' | 'property'>

/** The parser of a source whose body is parsed; null of the others. */
export const bodyParserOf = (source: ConditionSource) =>
  (bodyParsers as Partial<Record<ConditionSource, BodyParser<unknown>>>)[source] ?? null

const definitions: Readonly<Record<ConditionSource, SourceDefinition>> = sources

/** What is wrong with an operand's property, as a message, or null. */
export const checkProperty = ({ source, property }: Operand): string | null => {
  const check = definitions[source].checkProperty ?? bodyParserOf(source)?.checkProperty
  return check?.(property) ?? null
}

/** Why nothing could be read of what a source reads, or null where something could. */
export const partProblem = (source: ConditionSource, observation: Observation): string | null => {
  const { part } = definitions[source]
  const problem = part === 'body' ? (observation.bodyProblem ?? null) : null
  return problem ?? (observation[part] === null ? noResponseProblem : null)
}

/** The value of a source that is not parsed. */
export const readPlain = ({ source, property }: Operand, observation: Observation): Resolved => {
  const problem = partProblem(source, observation)
  return problem === null ? resolved(definitions[source].read?.(observation, property) ?? null) : unresolved(problem)
}

/** The value of any source. For those that parse the body this belongs in a worker with a deadline. */
export const extractValue = (operand: Operand, observation: Observation): Resolved =>
  createValueReader(observation)(operand)

/** The same for several values: the body is parsed once a source, and each value read once, however often it is needed. */
export function createValueReader(observation: Observation): (operand: Operand) => Resolved {
  const parsed = new Map<ConditionSource, unknown>()
  const known = new Map<string, Resolved>()
  const read = ({ source, property }: Operand): Resolved => {
    const parser = bodyParserOf(source)
    const problem = partProblem(source, observation)
    const { body } = observation
    if (parser === null || problem !== null || body === null) return readPlain({ source, property }, observation)
    if (!parsed.has(source)) parsed.set(source, parser.parse(body, contentTypeOf(observation.headers ?? [])))
    return parser.select(parsed.get(source), property)
  }
  return (operand) => {
    const key = `${operand.source} ${operand.property}`
    const value = known.get(key) ?? read(operand)
    known.set(key, value)
    return value
  }
}
