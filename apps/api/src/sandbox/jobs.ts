import type { Condition } from '@knockwire/domain/conditions/condition'
import { describeCondition } from '@knockwire/domain/conditions/describe'
import { evaluateObserved, type Verdict } from '@knockwire/domain/conditions/evaluate'
import { extractJson } from '@knockwire/domain/conditions/sources/json/extract-json'
import { extractValue } from '@knockwire/domain/conditions/sources/readers'
import type { Observation } from '@knockwire/domain/conditions/sources/source'
import { plottedNumber } from '@knockwire/domain/series/number-value'
import { alertWordsOf } from '@knockwire/domain/notifications/alert-words'
import { checkTemplate } from '@knockwire/domain/templates/check-template'
import type { TemplateTarget } from '@knockwire/domain/templates/escapes'
import { type Rendering, renderTemplate } from '@knockwire/domain/templates/render-template'
import type { ResponseTemplateValues, TemplateVariable } from '@knockwire/domain/templates/variables'

/** Says what is wrong with templates that are to be kept. */
export interface CheckJob {
  kind: 'check'
  templates: readonly string[]
  variables: readonly TemplateVariable[]
}

/** A condition to decide on an execution; `earlier`: those before it, the newest first, where it is compared with one. */
export interface ConditionInput {
  condition: Condition
  current: Observation
  earlier: readonly Observation[]
}

/** Fills templates in; where there is `input`, its verdict gives the variables of the condition. */
export interface PreviewJob {
  kind: 'preview'
  templates: readonly { text: string; target: TemplateTarget }[]
  values: object & { alert?: object }
  input: ConditionInput | null
}

export interface Preview {
  verdict: Verdict | null
  renderings: Rendering[]
}

/** Fills a receiver's answer in. */
export interface AnswerJob {
  kind: 'answer'
  template: string
  values: ResponseTemplateValues
}

/** Reads the number at a JSON path out of each body; null where there is none. */
export interface NumbersJob {
  kind: 'numbers'
  bodies: readonly string[]
  property: string
}

/** What `runJob` makes of each kind. */
export interface Answers {
  check: (string | null)[]
  preview: Preview
  answer: Rendering
  numbers: (number | null)[]
}

export type SandboxJob = CheckJob | PreviewJob | AnswerJob | NumbersJob
export type SandboxAnswer<J extends SandboxJob> = Answers[J['kind']]

/** What happens inside. */
export const runJob = (job: SandboxJob): SandboxAnswer<SandboxJob> => {
  switch (job.kind) {
    case 'check':
      return job.templates.map((template) => checkTemplate(template, job.variables))
    case 'preview':
      return preview(job)
    case 'answer':
      return renderTemplate(job.template, job.values)
    case 'numbers':
      return job.bodies.map((body) => plottedNumber(extractJson(body, job.property).value))
  }
}

const preview = ({ templates, values, input }: PreviewJob): Preview => {
  const verdict = input && evaluateObserved(input.condition, input.current, input.earlier, extractValue)
  const filled = input && verdict ? { ...values, ...answerOf(values, input, verdict) } : values
  return { verdict, renderings: templates.map(({ text, target }) => renderTemplate(text, filled, target)) }
}

const answerOf = (values: PreviewJob['values'], { condition }: ConditionInput, verdict: Verdict) => ({
  condition: { description: describeCondition(condition), value: verdict.value, holds: verdict.holds },
  alert: { ...values.alert, ...alertWordsOf(condition, verdict) },
})
