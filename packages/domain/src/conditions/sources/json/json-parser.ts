import type { JsonValue } from '../../json-value.ts'
import type { BodyParser } from '../source.ts'
import { withValueAt } from './example-json.ts'
import { checkJsonPath, selectParsed } from './extract-json.ts'
import { parseJson, type ParsedJson } from './parse-json.ts'

const exampleDocument: JsonValue = { status: 'ok', items: [{ name: 'first', price: 9.5 }] }

export const jsonParser: BodyParser<ParsedJson> = {
  checkProperty: checkJsonPath,
  parse: (body) => parseJson(body),
  select: selectParsed,
  contentType: 'application/json',
  exampleBody: (given) =>
    JSON.stringify(
      // Where a path is too peculiar for an example, the document stays.
      given.reduce<JsonValue>((document, { property, value }) => {
        const changed = withValueAt(document, property, value)
        return changed === undefined ? document : changed
      }, exampleDocument),
    ),
}
