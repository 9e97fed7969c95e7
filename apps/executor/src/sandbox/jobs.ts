import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { type ParsedHtml, parseHtml, selectHtml } from '@knockwire/domain/conditions/extract-html'
import { selectParsed } from '@knockwire/domain/conditions/extract-json'
import { extractValue } from '@knockwire/domain/conditions/extract-value'
import type { JsonValue } from '@knockwire/domain/conditions/json-value'
import { type ParsedJson, parseJson } from '@knockwire/domain/conditions/parse-json'
import type { Resolved } from '@knockwire/domain/conditions/resolve-value'
import { readTable, type TableQuery, type TableReading } from '@knockwire/domain/rates/read-table'
import { renderTemplate, type Rendering } from '@knockwire/domain/templates/render-template'
import type { TemplateToFill } from '@knockwire/services/channels/channel'
import { type Reading, readingOf, unread } from '../conditions/reading.ts'
import { rememberValue, type RememberedValue } from '../conditions/remembered-value.ts'

/** Reads values out of a body, and decides what needs all of them. What comes back is small. */
export interface ReadJob {
  kind: 'read'
  body: string
  operands: SimpleCondition[]
}

/** Fills templates in. */
export interface RenderJob {
  kind: 'render'
  templates: TemplateToFill[]
  values: object
}

/** Reads columns of a delimited table, for rate sources. */
export interface TableJob {
  kind: 'table'
  body: string
  query: TableQuery
}

export type SandboxJob = ReadJob | RenderJob | TableJob
export type SandboxAnswer<J extends SandboxJob> = J extends ReadJob
  ? Reading[]
  : J extends TableJob
    ? TableReading
    : Rendering[]

/** What happens inside: bodies and templates of anyone's making are worked on here, and nowhere else. */
export const runJob = (job: SandboxJob): SandboxAnswer<SandboxJob> => {
  if (job.kind === 'read') return readAll(job)
  if (job.kind === 'table') return readTable(job.body, job.query)
  return job.templates.map(({ text, target }) => renderTemplate(text, job.values, target))
}

const readAll = ({ body, operands }: ReadJob): Reading[] => {
  const valueOf = createReader(body)
  const remember = createMemory()
  return operands.map((operand) => {
    try {
      return readingOf(operand, valueOf(operand), remember)
    } catch {
      return unread(operand, 'The value could not be read.')
    }
  })
}

/** The body is parsed once, and each value read once, however many operands ask for it. */
const createReader = (body: string) => {
  const known = new Map<string, Resolved>()
  let document: ParsedJson | undefined
  let page: ParsedHtml | undefined
  const read = (operand: SimpleCondition): Resolved => {
    if (operand.source === 'response_body_json') return selectParsed((document ??= parseJson(body)), operand.property)
    if (operand.source === 'response_body_html_element') return selectHtml((page ??= parseHtml(body)), operand.property)
    return extractValue(operand, { statusCode: null, responseTimeMs: null, headers: null, body })
  }
  return (operand: SimpleCondition): Resolved => {
    const key = `${operand.source} ${operand.property}`
    const value = known.get(key) ?? read(operand)
    known.set(key, value)
    return value
  }
}

const createMemory = () => {
  const known = new Map<JsonValue, RememberedValue>()
  return (value: JsonValue): RememberedValue => {
    const remembered = known.get(value) ?? rememberValue(value)
    known.set(value, remembered)
    return remembered
  }
}
