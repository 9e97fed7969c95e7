import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { extractValue } from '@knockwire/domain/conditions/extract-value'
import { type Resolved, unresolved } from '@knockwire/domain/conditions/resolve-value'
import { renderTemplate, type Rendering } from '@knockwire/domain/templates/render-template'
import type { TemplateTarget } from '@knockwire/domain/templates/escapes'

/** Reads values out of a body. */
export interface ReadJob {
  kind: 'read'
  body: string | null
  operands: Pick<SimpleCondition, 'source' | 'property'>[]
}

export interface TemplateToFill {
  text: string
  target: TemplateTarget
}

/** Fills templates in. */
export interface RenderJob {
  kind: 'render'
  templates: TemplateToFill[]
  values: object
}

export type SandboxJob = ReadJob | RenderJob
export type SandboxAnswer<J extends SandboxJob> = J extends ReadJob ? Resolved[] : Rendering[]

/** What happens inside: bodies and templates of anyone's making are worked on here, and nowhere else. */
export const runJob = (job: SandboxJob): SandboxAnswer<SandboxJob> =>
  job.kind === 'read' ? readAll(job) : job.templates.map(({ text, target }) => renderTemplate(text, job.values, target))

const readAll = ({ body, operands }: ReadJob): Resolved[] => {
  const observation = { statusCode: null, responseTimeMs: null, headers: null, body }
  return operands.map((operand) => {
    try {
      return extractValue(operand, observation)
    } catch {
      return unresolved('The value could not be read.')
    }
  })
}
