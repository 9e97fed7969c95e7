import { textOf } from '../../json-value.ts'
import type { BodyParser } from '../source.ts'
import { checkSelector } from './check-selector.ts'
import { exampleElement } from './example-html.ts'
import { type ParsedHtml, parseMarkup, selectHtml } from './extract-html.ts'

export const htmlParser: BodyParser<ParsedHtml> = {
  checkProperty: checkSelector,
  parse: parseMarkup,
  select: selectHtml,
  contentType: 'text/html',
  exampleBody: (given) =>
    given.map(({ property, value }) => (value === null ? '' : exampleElement(property, textOf(value)))).join('\n') ||
    '<p>example</p>',
}
