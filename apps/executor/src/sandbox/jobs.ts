import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import type { JsonValue } from '@knockwire/domain/conditions/json-value'
import { createValueReader } from '@knockwire/domain/conditions/sources/readers'
import type { HeaderList } from '@knockwire/domain/headers/header-list'
import { readTable, type TableQuery, type TableReading } from '@knockwire/domain/rates/read-table'
import { renderTemplate, type Rendering } from '@knockwire/domain/templates/render-template'
import type { TemplateToFill } from '@knockwire/services/channels/channel'
import { type Reading, readingOf, type RememberedValue, rememberValue, unread } from '../conditions/reading.ts'

/** Reads values out of a body and of headers, and decides what needs all of them. What comes back is small. */
export interface ReadJob {
  kind: 'read'
  /** Null where nothing is read out of it, or it could not be read: `bodyProblem` says why. */
  body: string | null
  bodyProblem?: string | null
  /** Those that operands name, and the body's content type where its response named it. */
  headers?: HeaderList
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
/** What `runJob` makes of each kind. */
export interface Answers {
  read: Reading[]
  render: Rendering[]
  table: TableReading
}

/** What happens inside: bodies and templates of anyone's making are worked on here, and nowhere else. */
export const runJob = (job: SandboxJob): Answers[SandboxJob['kind']] => {
  if (job.kind === 'read') return readAll(job)
  if (job.kind === 'table') return readTable(job.body, job.query)
  return job.templates.map(({ text, target }) => renderTemplate(text, job.values, target))
}

const readAll = ({ body, bodyProblem = null, headers = [], operands }: ReadJob): Reading[] => {
  const valueOf = createValueReader({ statusCode: null, responseTimeMs: null, headers, body, bodyProblem })
  const remember = createMemory()
  return operands.map((operand) => {
    try {
      return readingOf(operand, valueOf(operand), remember)
    } catch {
      return unread(operand, 'The value could not be read.')
    }
  })
}

const createMemory = () => {
  const known = new Map<JsonValue, RememberedValue>()
  return (value: JsonValue): RememberedValue => {
    const remembered = known.get(value) ?? rememberValue(value)
    known.set(value, remembered)
    return remembered
  }
}
