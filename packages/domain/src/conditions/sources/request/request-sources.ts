import { htmlElement } from '../html/html-element.ts'
import { jsonBody } from '../json/json-body.ts'
import { responseHeader } from '../response-header.ts'
import { responseText } from '../response-text.ts'
import { type SourceDefinition, textComparisons } from '../source.ts'

/** Read of a received request as the like is of a response. */
export const requestHeader: SourceDefinition = {
  ...responseHeader,
  event: 'request',
  label: 'Request Header',
  property: { label: 'Header name', example: 'x-github-event' },
  describe: (property) => `request header ${property}`,
}

export const requestJson: SourceDefinition = {
  ...jsonBody,
  event: 'request',
  label: 'Request Body (JSON)',
  property: { label: 'JSON path', example: '$.data.status' },
}

export const requestHtmlElement: SourceDefinition = {
  ...htmlElement,
  event: 'request',
  label: 'Request Body (HTML or XML Element)',
  property: { label: 'CSS selector', example: 'order > status' },
  describe: (property) => `element ${property}`,
}

export const requestText: SourceDefinition = {
  ...responseText,
  event: 'request',
  label: 'Request Body (Text)',
  defaultComparison: 'string_contain',
  describe: () => 'request body',
}

export const requestMethod: SourceDefinition = {
  event: 'request',
  label: 'Request Method',
  property: null,
  defaultComparison: 'string_equal_to',
  sensibleComparisons: [...textComparisons, 'has_changed', 'any'],
  describe: () => 'request method',
  unit: null,
  body: null,
  part: 'method',
  mayBeAbsent: false,
  read: ({ method }) => method ?? null,
  checkProperty: null,
  example: {
    usual: ['POST', 'GET'],
    // A HEAD fires nothing.
    toGiven: (value) => (value === 'GET' || value === 'POST' ? value : undefined),
    propertyKey: (property) => property.trim(),
    apply: (observation, _property, value) => (typeof value === 'string' ? { ...observation, method: value } : null),
  },
}

export const requestFormField: SourceDefinition = {
  ...jsonBody,
  event: 'request',
  label: 'Form Field',
  property: { label: 'Field name', example: 'From' },
  sensibleComparisons: jsonBody.sensibleComparisons.filter((comparison) => !comparison.startsWith('boolean_')),
  describe: (property) => `form field ${property}`,
}
