import { JSONPath, type JSONPathOptions, type ReturnObject } from 'jsonpath-plus'
import { isCollection, type JsonValue } from '../json-value.ts'
import { mayExceed } from './count-places.ts'
import { BudgetExceeded, type Segment } from './syntax.ts'
import { writePath } from './write-path.ts'

/**
 * Every value that the segments select, in document order.
 * @throws BudgetExceeded, JsonPathError
 */
export function findAll(document: JsonValue, segments: readonly Segment[], budget: number): JsonValue[] {
  const path = writePath(segments)
  const last = segments.at(-1)
  if (last === undefined) return [document]
  if (!isCollection(document)) return []
  if (mayExceed(document, segments, budget)) {
    throw new BudgetExceeded()
  }
  const options: JSONPathOptions = { path, json: document, eval: false, wrap: true }
  return findsMoreThanMembers(last) ? findMembers(options) : (JSONPath(options) as JsonValue[])
}

/** The library also gives the length of a list, and the length and the characters of a text. */
const findsMoreThanMembers = ({ selectors }: Segment) =>
  selectors.some((selector) => selector.kind === 'name' && /^(?:length|\d+)$/.test(selector.name))

/** Not for every path: for a callback the library writes down each place, which takes ten times as long. */
function findMembers(options: JSONPathOptions): JsonValue[] {
  const values: JsonValue[] = []
  const callback = (value: JsonValue, _type: string, { parent, parentProperty }: ReturnObject) => {
    const isOfCollection = parent !== null && typeof parent === 'object'
    if (isOfCollection && !(Array.isArray(parent) && parentProperty === 'length')) values.push(value)
  }
  JSONPath({ ...options, callback })
  return values
}
