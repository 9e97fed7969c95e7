import { checkJsonPath, selectJson } from './extract-json.ts'
import { JsonPathError, parseJsonPath, type Segment } from './simple-path.ts'
import { contentEquals, isCollection, type JsonValue } from '../../json-value.ts'

/** A longer list adds nothing. */
const maxIndex = 20

/**
 * The document changed so that the path leads to the value; a document of its own where the given one is in the way,
 * and undefined where the path is not one for which an example is made.
 */
export function withValueAt(document: JsonValue, path: string, value: JsonValue): JsonValue | undefined {
  const segments = segmentsOf(path)
  if (segments === null) return undefined
  const made = [placed(document, segments, value), placed(null, segments, value)]
  return made.find((candidate) => contentEquals(selectJson(candidate, path).value, value))
}

/** Null for a path that cannot be read, or that more is needed for than names and places, such as a filter. */
function segmentsOf(path: string): Segment[] | null {
  if (checkJsonPath(path) !== null) return null
  try {
    return parseJsonPath(path)
  } catch (error) {
    if (error instanceof JsonPathError) return null
    throw error
  }
}

function placed(document: JsonValue, [segment, ...rest]: readonly Segment[], value: JsonValue): JsonValue {
  if (segment === undefined) return value
  const [selector] = segment.selectors
  if (selector?.kind === 'name') {
    const members = isCollection(document) && !Array.isArray(document) ? document : {}
    const { [selector.name]: kept = null } = members
    return { ...members, [selector.name]: placed(kept, rest, value) }
  }
  const index = selector?.kind === 'index' ? Math.max(0, selector.index) : 0
  if (index > maxIndex) return document
  const elements = Array.isArray(document) ? document : []
  const length = Math.max(elements.length, index + 1)
  return Array.from({ length }, (_, at) =>
    at === index ? placed(elements[at] ?? null, rest, value) : (elements[at] ?? null),
  )
}
