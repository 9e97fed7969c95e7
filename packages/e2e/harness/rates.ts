import { insertRateRows, type RateRowToInsert } from './database.ts'
import type { Product } from './product.ts'

const dayMs = 86_400_000
const dateBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

interface Source {
  key: string
  lender: string
  name: string
  kind: 'BENCHMARK' | 'LENDER'
  rateType: 'NOTE_RATE' | 'APR'
  url: string
  /** Negative: it has been out of date for so many days. */
  staleInDays: number
  rates: Partial<Record<'thirtyFix' | 'fifteenFix' | 'tenArm' | 'sevenArm' | 'fiveArm', number>>
}

/** As executors leave the tables that have read these sources for more than a year. */
const sources: Source[] = [
  {
    key: 'e2e_survey',
    lender: 'weekly_survey',
    name: 'Weekly survey of lenders',
    kind: 'BENCHMARK',
    rateType: 'NOTE_RATE',
    url: 'https://survey.example/history.csv',
    staleInDays: 2,
    rates: { thirtyFix: 6.26, fifteenFix: 5.54 },
  },
  {
    key: 'e2e_average',
    lender: 'average_offer',
    name: 'Average offers, published weekly',
    kind: 'BENCHMARK',
    rateType: 'APR',
    url: 'https://average.example/table.txt',
    staleInDays: 2,
    rates: { thirtyFix: 6.31, fifteenFix: 5.61, tenArm: 6.02, sevenArm: 5.9, fiveArm: 5.85 },
  },
  {
    key: 'e2e_union',
    lender: 'first_example_credit_union_of_the_northern_states',
    name: 'A credit union’s rate sheet',
    kind: 'LENDER',
    rateType: 'NOTE_RATE',
    url: 'https://union.example/rates',
    staleInDays: -1,
    rates: { thirtyFix: 6.125, fifteenFix: 5.375, sevenArm: 5.75 },
  },
]

const weeks = Array.from({ length: 60 }, (_, week) => week)

const rowsOf = ({ rates, ...source }: Source): RateRowToInsert => ({
  ...source,
  staleAt: new Date(Date.now() + source.staleInDays * dayMs),
  series: Object.entries(rates).flatMap(([product, rate]) =>
    ['REFINANCE', 'PURCHASE'].map((purpose) => ({
      product,
      purpose,
      rate,
      effectiveDate: dateBefore(3),
      history: weeks.map((week) => ({
        date: dateBefore(3 + week * 7),
        rate: rate + Math.sin(week / 5 + rate * 9) * 0.25 + week * 0.006,
      })),
    })),
  ),
})

/** Before the server has read any rates, so that every test sees the same. */
export const seedRates = (product: Product): Promise<void> => insertRateRows(product, sources.map(rowsOf))
