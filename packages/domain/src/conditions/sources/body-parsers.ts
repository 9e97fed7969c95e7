import { htmlParser } from './html/html-parser.ts'
import { jsonParser } from './json/json-parser.ts'

/** One for each source whose body is parsed. Kept out of registry.ts, since the web needs no parsers. */
export const bodyParsers = {
  response_body_json: jsonParser,
  response_body_html_element: htmlParser,
} as const
