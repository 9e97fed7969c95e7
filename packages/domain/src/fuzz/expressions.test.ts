import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkJsonPath, extractJson } from '../conditions/sources/json/extract-json.ts'
import { extractValue, checkProperty } from '../conditions/sources/readers.ts'
import { sandboxLimits } from '../sandbox/sandbox-limits.ts'
import { checkCronExpression } from '../schedules/cron/cron-expression.ts'
import { describeCron } from '../schedules/cron/cron-words.ts'
import { previewRuns } from '../schedules/next-run.ts'
import { defaultScheduler } from '../schedules/default-scheduler.ts'
import { checkTemplate } from '../templates/check-template.ts'
import { templateBounds } from '../templates/engine.ts'
import { renderTemplate } from '../templates/render-template.ts'
import { exampleValues, taskVariables } from '../templates/variables.ts'
import { fuzz, fuzzTimeoutMs, hostileText, textOf } from '../testing/fuzzing.ts'
import { processorTimeMs } from '../testing/processor-time.ts'

/** Nothing that a thread may be given takes longer than the time after which it would be stopped. */
const withinBounds = <T>(work: () => T): T => {
  const before = processorTimeMs()
  const result = work()
  expect(processorTimeMs() - before).toBeLessThan(sandboxLimits.deadlineMs)
  return result
}

const cronParts = '0 1 5 59 60 * , - / */5 1-5 5-1 L W # ? MON JAN @daily @ 9-17 31 2 29 0,30'
  .split(' ')
  .concat(' ', ' ', ' ', ' ')
const field = textOf('0 1 5 59 60 * , - / */5 1-5 5-1 L W # ? MON JAN 31 2 29 0,30'.split(' '), 3)
const cron = () =>
  fc.oneof(
    hostileText(),
    textOf(cronParts),
    fc.tuple(field, field, field, field, field).map((fields) => fields.join(' ')),
  )

const pathParts =
  '$ . .. [ ] * [*] [0] [-1] [0:2] [::-1] ["a"] [\'b\'] a b c ?(@.a) [?@.a==1] [?length(@.b)>1] [?match(@.a,"(a+)+$")] [?search(@,".*")] [?count($..*)>1] && || ! ( ) @ , : 1 true null'.split(
    ' ',
  )
const path = () =>
  fc.oneof(
    hostileText(),
    textOf(pathParts),
    textOf(pathParts, 8).map((rest) => `$${rest}`),
  )

const selectorParts =
  'a p div * > + ~ , : :has( :not( :nth-child( 2n+1 ) [ ] [href] [href^="x"] . # .a #b :first :eq(0) :contains(x) ::before " \\'
    .split(' ')
    .concat(' ')
const markupParts =
  '<div> </div> <p class=a> </p> <a href=x> text &amp; &#0; <!-- --> <script> </script> < > <table><td> </ '.split(' ')

const templateParts = [
  '{{',
  '}}',
  '{%',
  '%}',
  '{{ task.name }}',
  '{{ response.body | json: "$..*" }}',
  '{{ response.body',
  '| size',
  '| json: "$.a"',
  '| split: ""',
  '| join: "x"',
  '| append: response.body',
  '| date: "%s"',
  '| times: 1e300',
  '| divided_by: 0',
  '| slice: -1, 9',
  '{% for i in (1..1000000) %}',
  '{% for c in response.body %}',
  '{% endfor %}',
  '{% if response.code > 1 %}',
  '{% endif %}',
  '{% assign x = response.body %}',
  '{% capture x %}',
  '{% endcapture %}',
  '{{ x }}',
  '{% raw %}',
  '{% endraw %}',
  '{% case response.code %}',
  '{% when 500 %}',
  '{% endcase %}',
  '{% tablerow i in (1..9) cols: 3 %}',
  '{% endtablerow %}',
  '{% cycle "a", "b" %}',
  '{% increment x %}',
  '{% liquid',
  '{{ "a" | repeat }}',
  '{{ forloop.index }}',
  ' text ',
  '\n',
  '-%}',
]

const json = () =>
  fc.oneof(
    fc.json({ maxDepth: 6 }),
    hostileText(),
    fc.nat({ max: 300 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  )

describe('whatever is written', { timeout: fuzzTimeoutMs }, () => {
  it('as a cron expression is described, and rejected with a message or run at ascending times', async () => {
    const zone = fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe', 'Antarctica/Troll', 'Pacific/Apia')
    const epochMs = fc.integer({ min: 0, max: 4_102_444_800_000 })
    const holds = fc.property(cron(), zone, epochMs, (expression, timezone, fromMs) => {
      withinBounds(() => {
        const problem = checkCronExpression(expression)
        expect(describeCron(expression)).not.toBe('')
        const scheduler = { ...defaultScheduler, mode: 'CUSTOM', expression, timezone } as const
        const runs = previewRuns(scheduler, fromMs, 5)
        if (problem !== null) return expect(runs).toEqual([])
        expect(runs).toEqual(runs.toSorted((a, b) => a - b))
        expect(new Set(runs).size).toBe(runs.length)
        return expect(runs.every((run) => run >= fromMs)).toBe(true)
      })
    })
    await fuzz(holds, { runs: 400, share: 1 / 4 })
  })

  it('as a JSON path is rejected with a message, or reads any body within its bounds', async () => {
    const holds = fc.property(path(), json(), (text, body) => {
      withinBounds(() => {
        const problem = checkJsonPath(text)
        const read = extractJson(body, text)
        expect(problem).not.toBe('')
        expect(read.problem === null || read.value === null).toBe(true)
      })
    })
    await fuzz(holds, { runs: 600, share: 1 / 4 })
  })

  it('as a selector is rejected with a message, or reads any page within its bounds', async () => {
    const selector = fc.oneof(hostileText(), textOf(selectorParts))
    const page = fc.oneof(hostileText(), textOf(markupParts, 40))
    const holds = fc.property(selector, page, (property, body) => {
      withinBounds(() => {
        const operand = { source: 'response_body_html_element', property } as const
        const problem = checkProperty(operand)
        const { value } = extractValue(operand, { statusCode: 200, responseTimeMs: 1, headers: [], body })
        expect(value === null || typeof value === 'string').toBe(true)
        if (problem !== null) expect(problem).not.toBe('')
      })
    })
    await fuzz(holds, { runs: 300, share: 1 / 4 })
  })

  it('as a template is rejected with a message, or rendered within its bounds', async () => {
    const template = fc.oneof(hostileText(), textOf(templateParts, 15))
    const holds = fc.property(template, json(), (text, body) => {
      withinBounds(() => {
        const problem = checkTemplate(text, taskVariables)
        if (problem !== null) expect(problem).not.toBe('')
      })
      withinBounds(() => {
        const values = { ...exampleValues(taskVariables), response: { code: 500, body, headers: {} } }
        const rendering = renderTemplate(text, values)
        if (rendering.kind === 'failed') expect(rendering.reason).not.toBe('')
        else expect(rendering.text.length).toBeLessThanOrEqual(templateBounds.outputLength)
      })
    })
    await fuzz(holds, { runs: 150, share: 1 / 4 })
  })
})
