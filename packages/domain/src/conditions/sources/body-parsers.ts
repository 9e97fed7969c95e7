import { htmlParser } from './html/html-parser.ts'
import { jsonParser } from './json/json-parser.ts'
import { formParser } from './request/form-parser.ts'

/** One for each source whose body is parsed. Kept out of registry.ts, since the web needs no parsers. */
export const bodyParsers = {
  response_body_json: jsonParser,
  response_body_html_element: htmlParser,
  request_body_json: jsonParser,
  request_form_field: formParser,
  request_body_html_element: htmlParser,
} as const
