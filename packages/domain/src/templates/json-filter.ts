import type { Context, Liquid } from 'liquidjs'
import { checkJsonPath, selectJson } from '../conditions/sources/json/extract-json.ts'
import { parseJson } from '../conditions/sources/json/parse-json.ts'
import type { JsonValue } from '../conditions/json-value.ts'
/** Places that one path may lead through, in up to about 50 ms; templates are rendered where others wait. */
const maxPlaces = 50_000

type Documents = Map<string, JsonValue>

/**
 * `{{ response.body | json: "$.a.b" }}` reads a path out of a text or a value; what is not there, or no JSON, is null.
 * Without a path it writes the value as JSON, for building JSON in a template.
 */
export function registerJsonFilter(engine: Liquid) {
  engine.registerFilter('json', function json(value: JsonValue | undefined, path?: unknown) {
    return path === undefined ? writeJson(this.context, value ?? null) : readPath(this.context, value ?? null, path)
  })
}

function readPath(context: Context, value: JsonValue, path: unknown): JsonValue {
  if (typeof path !== 'string') throw new TypeError('the path of the json filter must be a text')
  const message = checkJsonPath(path)
  if (message !== null) throw new SyntaxError(message)
  return selectJson(typeof value === 'string' ? readDocument(context, value) : value, path, maxPlaces).value
}

function writeJson(context: Context, value: JsonValue): string {
  const text = JSON.stringify(value)
  context.memoryLimit.use(text.length)
  return text
}

/** A body is parsed once a rendering, however many paths are read out of it. */
function readDocument(context: Context, text: string): JsonValue {
  const documents: Documents = context.getRegister('json-documents', new Map())
  const known = documents.get(text)
  if (known !== undefined) return known
  context.memoryLimit.use(text.length)
  const parsed = parseJson(text, { keepsForm: true })
  const document = parsed.kind === 'json' ? parsed.value : null
  documents.set(text, document)
  return document
}
