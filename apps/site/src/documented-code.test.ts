import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkCondition } from '@knockwire/domain/conditions/check-condition'
import { checkCronExpression } from '@knockwire/domain/schedules/cron/cron-expression'
import { describeCron } from '@knockwire/domain/schedules/cron/cron-words'
import { compileFile } from '@knockwire/domain/file/compile-file'
import { parseYaml } from '@knockwire/domain/file/reading/parse-yaml'
import { checkTemplate } from '@knockwire/domain/templates/check-template'
import { describe, expect, it } from 'vitest'
import { truthTable } from './data/conditions.ts'
import { daylightSavingCases } from './data/daylight-saving.ts'
import { variables } from './data/variables.ts'

const textOf = (page: string): string =>
  readFileSync(fileURLToPath(new URL(`./content/docs/docs/${page}.mdx`, import.meta.url)), 'utf8')

const blocks = (page: string, language: string): string[] => {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm')
  return [...textOf(page).matchAll(fence)].map(([, code = '']) => code)
}

describe('what the documentation shows is accepted by the product', () => {
  it.each([
    ['templates', variables.tasks, 1],
    ['responses', variables.responses, 3],
  ] as const)('the templates of /docs/%s', (page, known, count) => {
    const templates = blocks(page, 'liquid')
    expect(templates).toHaveLength(count)
    for (const template of templates) expect([template, checkTemplate(template, known)]).toEqual([template, null])
    expect(checkTemplate('{{ task.nothing }}', known)).not.toBeNull()
  })

  it.each([
    ['as-code', 1],
    ['file', 3],
  ] as const)('the files of /docs/%s', (page, count) => {
    const files = blocks(page, 'yaml file')
    expect(files).toHaveLength(count)
    for (const file of files) {
      const { value, problems } = parseYaml(file)
      expect([file, problems, compileFile(value).problems]).toEqual([file, [], []])
    }
  })

  it('the JSON paths of /docs/conditions', () => {
    const paths = [...textOf('conditions').matchAll(/^\| `(\$[^`]+)` +\|/gm)].map(([, path = '']) => path)
    expect(paths).toContain('$.items[?@.id == 5].price')
    for (const property of [...paths, 'status']) {
      const comparison = { source: 'response_body_json', property, comparison: 'not_null', rightValue: null } as const
      expect([property, checkCondition({ ...comparison, advancedCondition: null })]).toEqual([property, {}])
    }
  })

  it('the cron expressions of /docs/schedules, which mean what is written beside them', () => {
    const [text = ''] = blocks('schedules', 'text')
    const lines = [...text.matchAll(/^(\S+ +\S+ +\S+ +\S+ +\S+) {2,}(.+)$/gm)].filter(([line]) => !/[┌│]/.test(line))
    expect(lines).toHaveLength(3)
    const meanings = lines.map(([, expression = '']) => {
      expect([expression, checkCronExpression(expression)]).toEqual([expression, null])
      return describeCron(expression)
    })
    expect(meanings).toEqual([
      'Every 15 minutes',
      expect.stringMatching(/Monday through Friday at 09:00/),
      expect.stringMatching(/06:30.*the 1st of the month/),
    ])
  })

  it('the rules of daylight saving time are what the scheduler does', () => {
    expect(daylightSavingCases.map(({ runs }) => runs)).toEqual([
      ['Mar 14, 03:00 EDT', 'Mar 15, 02:30 EDT', 'Mar 16, 02:30 EDT'],
      ['Mar 14, 03:00 EDT', 'Mar 14, 04:00 EDT', 'Mar 14, 05:00 EDT'],
      ['Nov 7, 01:30 EDT', 'Nov 8, 01:30 EST', 'Nov 9, 01:30 EST'],
      ['Nov 7, 01:00 EDT', 'Nov 7, 01:00 EST', 'Nov 7, 02:00 EST'],
    ])
  })

  it('the three rules that explain the truth table explain it', () => {
    const cells = Object.fromEntries(truthTable.rows.map((row) => [row.comparison, row.cells]))
    for (const [comparison, opposite] of [
      ['string_equal_to', 'string_not_equal_to'],
      ['string_contain', 'string_not_contain'],
      ['number_equal_to', 'number_not_equal_to'],
      ['is_null', 'not_null'],
    ] as const)
      expect([opposite, cells[opposite]]).toEqual([opposite, cells[comparison]?.map((isMet) => !isMet)])
    const metByNull = truthTable.rows.filter((row) => row.cells[0]).map(({ comparison }) => comparison)
    expect(metByNull).toEqual([
      'any',
      'has_changed',
      'string_not_equal_to',
      'string_not_contain',
      'number_not_equal_to',
      'is_null',
    ])
  })
})
