import { z } from 'zod'
import { checkSelector } from '../conditions/sources/html/check-selector.ts'
import { checkJsonPath } from '../conditions/sources/json/extract-json.ts'
import { checkCronExpression } from '../schedules/cron/cron-expression.ts'
import { isTimeZone } from '../schedules/zone-clock.ts'
import { LoanPurpose, maxLoanAmount, RateProduct } from './loan.ts'
import { dateFormats } from './read-table.ts'
import { RateSourceKind, RateType } from './rate-row.ts'

/** `csv` and `text` are tables with one row a date and named columns; `text` names its delimiter. */
export const SourceFormat = z.enum(['json', 'html', 'csv', 'text'])
export type SourceFormat = z.infer<typeof SourceFormat>

const Name = z.string().regex(/^[a-z][a-z0-9_]{1,60}$/, 'must be in snake case, such as first_bank')

/** A JSON path, a CSS selector or a column's name, by the source's format. */
const Place = z.string().min(1).max(512)

/** Both inclusive, in US dollars. */
const LoanAmountBounds = z
  .strictObject({
    min: z.number().min(0).max(maxLoanAmount).default(0),
    max: z.number().positive().max(maxLoanAmount).default(maxLoanAmount),
  })
  .refine(({ min, max }) => min <= max, 'min must not be above max')

const RateExtraction = z.strictObject({
  product: RateProduct,
  /** Each once: a reading stores one rate for each of them, and a row that stands there twice fails them all. */
  purposes: z
    .array(LoanPurpose)
    .min(1)
    .refine((purposes) => new Set(purposes).size === purposes.length, 'names a purpose twice'),
  at: Place,
  loanAmount: LoanAmountBounds.default({ min: 0, max: maxLoanAmount }),
  /** Where it is not set, a place that is not there means that the layout has changed, and nothing is believed. */
  isOptional: z.boolean().default(false),
})
export type RateExtraction = z.infer<typeof RateExtraction>

const Fields = z.strictObject({
  /** For editors. */
  $schema: z.string().optional(),
  key: Name,
  lender: Name,
  /** As people read it, under the figures. */
  name: z.string().min(1).max(200),
  kind: RateSourceKind,
  rateType: RateType,
  url: z.url({ protocol: /^https?$/ }),
  /** Whose the figures are, and what allows showing them. */
  licence: z.string().min(1).max(500),
  format: SourceFormat,
  /** Of a `text` table; that of a `csv` is a comma. */
  delimiter: z.string().length(1).optional(),
  /** When it is fetched: five cron fields. */
  schedule: z.string().superRefine((expression, context) => {
    const problem = checkCronExpression(expression)
    if (problem !== null) context.addIssue(problem)
  }),
  timezone: z.string().refine(isTimeZone, 'is no time zone').default('UTC'),
  /** Null: the rates are those of the day they are fetched on. A table needs it, since its rows are identified by it. */
  effectiveDate: z.strictObject({ at: Place, format: z.enum(dateFormats) }).nullable(),
  rates: z.array(RateExtraction).min(1).max(100),
})
type Fields = z.infer<typeof Fields>

/** One declared source of rates, as its file says. */
export const RateSourceFile = Fields.superRefine((source, context) => {
  for (const [path, message] of problemsOf(source)) context.addIssue({ code: 'custom', path, message })
})
export type RateSourceFile = z.infer<typeof RateSourceFile>

export const isTable = ({ format }: Pick<RateSourceFile, 'format'>) => format === 'csv' || format === 'text'

type Problem = [path: (string | number)[], message: string]

const problemsOf = (source: Fields): Problem[] => [
  ...formatProblems(source),
  ...placeProblems(source),
  ...overlapProblems(source),
]

function* formatProblems(source: Fields): Generator<Problem> {
  if (isTable(source) && source.effectiveDate === null)
    yield [['effectiveDate'], 'a table needs the column of its dates']
  if (source.format === 'text' && source.delimiter === undefined)
    yield [['delimiter'], 'a text table needs its delimiter']
  if (!isTable(source) && source.delimiter !== undefined) yield [['delimiter'], 'only a table has a delimiter']
}

const checkPlace: Readonly<Record<SourceFormat, (place: string) => string | null>> = {
  json: checkJsonPath,
  html: checkSelector,
  csv: () => null,
  text: () => null,
}

function* placeProblems({ format, effectiveDate, rates }: Fields): Generator<Problem> {
  const places: Problem[] = rates.map(({ at }, index) => [['rates', index, 'at'], at])
  if (effectiveDate !== null) places.push([['effectiveDate', 'at'], effectiveDate.at])
  for (const [path, place] of places) {
    const problem = checkPlace[format](place)
    if (problem !== null) yield [path, problem]
  }
}

const overlap = (a: RateExtraction, b: RateExtraction) =>
  a.product === b.product &&
  a.purposes.some((purpose) => b.purposes.includes(purpose)) &&
  a.loanAmount.min <= b.loanAmount.max &&
  b.loanAmount.min <= a.loanAmount.max

/** Two rates for one loan: nobody could say which is meant. */
function* overlapProblems({ rates }: Fields): Generator<Problem> {
  for (const [index, rate] of rates.entries()) {
    const other = rates.slice(0, index).findIndex((earlier) => overlap(earlier, rate))
    if (other !== -1) yield [['rates', index], `is for the same product, purpose and amounts as rates.${other}`]
  }
}
