import { htmlElement } from './html/html-element.ts'
import { jsonBody } from './json/json-body.ts'
import {
  requestFormField,
  requestHeader,
  requestHtmlElement,
  requestJson,
  requestMethod,
  requestText,
} from './request/request-sources.ts'
import { responseCode } from './response-code.ts'
import { responseHeader } from './response-header.ts'
import { responseText } from './response-text.ts'
import { responseTime } from './response-time.ts'
import type { SourceDefinition } from './source.ts'

/** Every condition source, in the order of menus. */
export const sources = {
  response_code: responseCode,
  response_time: responseTime,
  response_header: responseHeader,
  response_body_json: jsonBody,
  response_body_html_element: htmlElement,
  response_body_text: responseText,
  request_method: requestMethod,
  request_header: requestHeader,
  request_body_json: requestJson,
  request_form_field: requestFormField,
  request_body_html_element: requestHtmlElement,
  request_body_text: requestText,
} as const satisfies Record<string, SourceDefinition>
