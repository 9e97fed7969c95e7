import type { SimpleCondition, ConditionSource } from '../condition.ts'
import { bodyParsers } from './body-parsers.ts'
import { sources } from './registry.ts'
import { type BodyParser, type Observation, resolved, type Resolved, type SourceDefinition } from './source.ts'

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

/** The value of any source. For those that parse the body this belongs in a worker with a deadline. */
export const extractValue = (operand: Operand, observation: Observation): Resolved =>
  createValueReader(observation)(operand)

/** The same for several values: the body is parsed once a source, and each value read once, however often it is needed. */
export function createValueReader(observation: Observation): (operand: Operand) => Resolved {
  const parsed = new Map<ConditionSource, unknown>()
  const known = new Map<string, Resolved>()
  const read = ({ source, property }: Operand): Resolved => {
    const plain = definitions[source].read
    if (plain !== null) return resolved(plain(observation, property))
    const parser = bodyParserOf(source)
    const { body } = observation
    if (parser === null || body === null) return resolved(null)
    if (!parsed.has(source)) parsed.set(source, parser.parse(body))
    return parser.select(parsed.get(source), property)
  }
  return (operand) => {
    const key = `${operand.source} ${operand.property}`
    const value = known.get(key) ?? read(operand)
    known.set(key, value)
    return value
  }
}
