import { findAll, writePath } from './select-simple.ts'
import { BudgetExceeded, JsonPathError, maxPathLength, parseJsonPath } from './simple-path.ts'
import { parseStandardPath, type Select } from './standard-path.ts'
import type { JsonValue } from '../../json-value.ts'
import { maxJsonDepth, type ParsedJson, parseJson } from './parse-json.ts'
import { resolved, type Resolved, unresolved } from '../source.ts'

/** Places that a path may lead through: `$..id` in 1 MiB of records is 120,000. Takes up to about 200 ms. */
export const maxPlaces = 150_000

/** Steps of a path that json-p3 reads: a selector that is tried, a value that a filter looks at. Faster than a place each. */
const stepsPerPlace = 6

/**
 * Reads a path. What jsonpath-plus reads as RFC 9535 means it (and the more lenient paths of its users) goes to it;
 * all else that the RFC knows, such as filters, to json-p3.
 * @throws JsonPathError
 */
function readPath(path: string): Select {
  const simple = orError(() => {
    const segments = parseJsonPath(path)
    writePath(segments)
    return segments
  })
  if (!(simple instanceof JsonPathError)) return (document, budget) => findAll(document, simple, budget)
  const text = path.trim()
  if (text.length > maxPathLength) throw simple
  const standard = orError(() => parseStandardPath(withRoot(text)))
  if (!(standard instanceof JsonPathError)) return (document, budget) => standard(document, budget * stepsPerPlace)
  // The error of the reading that its author had in mind.
  throw text.includes('?') ? standard : simple
}

/** The leading `$` may be left out. */
const withRoot = (text: string) => (/^[$]/.test(text) ? text : /^[.[]/.test(text) ? `$${text}` : `$.${text}`)

const orError = <T>(parse: () => T): T | JsonPathError => {
  try {
    return parse()
  } catch (error) {
    if (error instanceof JsonPathError) return error
    throw error
  }
}

/** What is wrong with the path, as a message, or null where nothing is. */
export function checkJsonPath(path: string): string | null {
  const read = orError(() => readPath(path))
  return read instanceof JsonPathError ? read.message : null
}

/** Reads a path out of a body: one match is that value, several are an array, none is null. */
export function extractJson(body: string | null, path: string, budget = maxPlaces): Resolved {
  if (body === null) return resolved(null)
  return selectParsed(parseJson(body), path, budget)
}

/** The same for a body out of which several values are read. */
export function selectParsed(parsed: ParsedJson, path: string, budget = maxPlaces): Resolved {
  if (parsed.kind === 'too-deep') return unresolved(`The body is nested deeper than ${maxJsonDepth} levels.`)
  return parsed.kind === 'json' ? selectJson(parsed.value, path, budget) : unresolved('The body is not JSON.')
}

/** The same for a document that is parsed already. */
export function selectJson(document: JsonValue, path: string, budget = maxPlaces): Resolved {
  try {
    const found = readPath(path)(document, budget)
    return resolved(found.length > 1 ? found : (found[0] ?? null))
  } catch (error) {
    if (error instanceof JsonPathError || error instanceof BudgetExceeded) return unresolved(error.message)
    throw error
  }
}
