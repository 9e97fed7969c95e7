import type { Condition } from '@knockwire/domain/conditions/condition'
import { describeCondition } from '@knockwire/domain/conditions/describe'
import { evaluateObserved } from '@knockwire/domain/conditions/evaluate-observed'
import type { Verdict } from '@knockwire/domain/conditions/evaluate'
import { extractValue } from '@knockwire/domain/conditions/extract-value'
import type { Observation } from '@knockwire/domain/conditions/resolve-value'
import { PreviewField, type PreviewedText, type PreviewView } from '@knockwire/domain/notifications/preview'
import { renderTemplate } from '@knockwire/domain/templates/render-template'

/** A condition to decide on an execution; `previous` is the one before it. */
export interface Question {
  condition: Condition
  current: Observation
  previous: Observation | null
}

export interface PreviewJob {
  templates: Partial<Record<PreviewField, string>>
  /** What the variables stand for; where there is a question, its answer takes the place of `condition`. */
  values: object
  question: Question | null
}

export type PreviewResult = Pick<PreviewView, 'verdict' | 'texts'>

/** More than anyone reads beside a dialog. */
const shownLength = 20_000

/** Reads bodies and renders templates, both of anyone's making: this belongs in a worker with a deadline. */
export const runPreview = ({ templates, values, question }: PreviewJob): PreviewResult => {
  if (question === null) return { verdict: null, texts: renderAll(templates, values) }
  const { condition, current, previous } = question
  const verdict = evaluateObserved(condition, current, previous, extractValue)
  const { value, holds } = verdict
  const answered = { ...values, condition: { description: describeCondition(condition), value, holds } }
  return { verdict: presentVerdict(verdict), texts: renderAll(templates, answered) }
}

const presentVerdict = ({ kind, holds, operands }: Verdict) => ({
  kind,
  holds,
  reasons: operands.map(({ reason }) => reason),
})

const renderAll = (templates: PreviewJob['templates'], values: object): PreviewResult['texts'] =>
  everyField(templates, (template) => previewText(template, values))

/** As its reader sees it: what is escaped for a channel is shown there as it was. */
const previewText = (template: string, values: object): PreviewedText => {
  const rendering = renderTemplate(template, values)
  if (rendering.kind === 'failed') return { text: null, error: rendering.reason }
  const { text } = rendering
  return { text: text.length > shownLength ? `${text.slice(0, shownLength)}…` : text, error: null }
}

export const everyField = (
  templates: PreviewJob['templates'],
  show: (template: string) => PreviewedText,
): PreviewResult['texts'] => {
  const texts: PreviewResult['texts'] = {}
  for (const field of PreviewField.options) {
    const template = templates[field]
    if (template !== undefined) texts[field] = show(template)
  }
  return texts
}
