import { describe, expect, it } from 'vitest'
import { isTable, RateSourceFile } from './source-file.ts'

const rate = { product: 'thirtyFix', purposes: ['PURCHASE'], at: '$.rate' }
const source = {
  key: 'first_bank',
  lender: 'first_bank',
  name: 'First Bank',
  kind: 'LENDER',
  rateType: 'APR',
  url: 'https://bank.example/rates.json',
  licence: 'With permission.',
  format: 'json',
  schedule: '0 12 * * *',
  effectiveDate: null,
  rates: [rate],
}
const table = {
  ...source,
  format: 'csv',
  effectiveDate: { at: 'date', format: 'YYYY-MM-DD' },
  rates: [{ ...rate, at: 'thirty year' }],
}

const problemsOf = (file: unknown) =>
  RateSourceFile.safeParse(file).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
const pathsOf = (file: unknown) => problemsOf(file).map(([path]) => path)

describe('the file of a rate source', () => {
  it('is complete with what it has to say', () => {
    expect(RateSourceFile.parse(source)).toEqual({
      ...source,
      timezone: 'UTC',
      rates: [{ ...rate, loanAmount: { min: 0, max: 1_000_000_000 }, isOptional: false }],
    })
    expect(pathsOf(table)).toEqual([])
    expect(pathsOf({ ...table, format: 'text', delimiter: '|' })).toEqual([])
    expect(pathsOf({ ...source, $schema: 'x', timezone: 'America/New_York' })).toEqual([])
  })

  it.each<[string, unknown[], unknown[]]>([
    ['key', ['ab', 'a1_b', `a${'b'.repeat(60)}`], ['a', 'A_b', 'xA', '1a', '_a', 'a-b', `a${'b'.repeat(61)}`]],
    ['lender', ['ab'], ['First Bank']],
    ['name', ['x', 'x'.repeat(200)], ['', 'x'.repeat(201)]],
    ['licence', ['x', 'x'.repeat(500)], ['', 'x'.repeat(501)]],
    ['url', ['http://bank.example'], ['ftp://bank.example', 'xhttp://bank.example', 'httpsx://bank.example', 'bank']],
    ['format', ['json'], ['xml']],
    ['schedule', ['*/5 * * * *'], ['* * * * * *', 'daily']],
    ['timezone', ['Europe/Berlin'], ['Mars/Olympus']],
    ['rates', [[rate]], [[], Array.from({ length: 101 }, () => rate)]],
  ])('has a %s within its limits', (field, good, bad) => {
    for (const value of good) expect([value, pathsOf({ ...source, [field]: value })]).toEqual([value, []])
    for (const value of bad) expect([value, pathsOf({ ...source, [field]: value })[0]]).toEqual([value, field])
  })

  it('has at most 100 rates', () => {
    const rates = Array.from({ length: 100 }, (_, index) => ({ ...rate, loanAmount: { min: index, max: index + 0.5 } }))
    expect(pathsOf({ ...source, rates })).toEqual([])
  })

  it.each<[string, object, string[]]>([
    ['a place', { at: '$' }, []],
    ['no place', { at: '' }, ['rates.0.at']],
    ['no purpose', { purposes: [] }, ['rates.0.purposes']],
    ['equal bounds', { loanAmount: { min: 5, max: 5 } }, []],
    ['bounds by turns', { loanAmount: { min: 6, max: 5 } }, ['rates.0.loanAmount']],
    ['the widest bounds', { loanAmount: { min: 0, max: 1_000_000_000 } }, []],
    ['a lower bound below nothing', { loanAmount: { min: -1 } }, ['rates.0.loanAmount.min']],
    [
      'a lower bound above all',
      { loanAmount: { min: 1_000_000_001 } },
      ['rates.0.loanAmount.min', 'rates.0.loanAmount'],
    ],
    ['an upper bound of nothing', { loanAmount: { max: 0 } }, ['rates.0.loanAmount.max']],
    ['an upper bound above all', { loanAmount: { max: 1_000_000_001 } }, ['rates.0.loanAmount.max']],
  ])('has rates, each with its place, purposes and amounts: %s', (_, change, paths) => {
    expect(pathsOf({ ...source, rates: [{ ...rate, ...change }] })).toEqual(paths)
  })

  it('names a column in at most 512 characters', () => {
    const tableOf = (length: number) => ({ ...table, rates: [{ ...rate, at: 'x'.repeat(length) }] })
    expect([512, 513].map((length) => pathsOf(tableOf(length)))).toEqual([[], ['rates.0.at']])
  })

  it('leaves out the lower or the upper bound of an amount', () => {
    const rates = [
      { ...rate, loanAmount: { max: 10 } },
      { ...rate, loanAmount: { min: 11 } },
    ]
    expect(RateSourceFile.parse({ ...source, rates }).rates.map(({ loanAmount }) => loanAmount)).toEqual([
      { min: 0, max: 10 },
      { min: 11, max: 1_000_000_000 },
    ])
  })

  it('says in which column a table has its dates, and a text table what parts its columns', () => {
    expect(problemsOf({ ...table, effectiveDate: null })).toEqual([
      ['effectiveDate', 'a table needs the column of its dates'],
    ])
    expect(problemsOf({ ...table, format: 'text' })).toEqual([['delimiter', 'a text table needs its delimiter']])
    expect(pathsOf({ ...table, delimiter: ';' })).toEqual([])
    expect(pathsOf({ ...table, format: 'text', delimiter: '||' })).toEqual(['delimiter'])
    expect(problemsOf({ ...source, delimiter: ';' })).toEqual([['delimiter', 'only a table has a delimiter']])
  })

  it('names its places in the language of its format', () => {
    const effectiveDate = { at: '[[', format: 'YYYY-MM-DD' }
    const rates = [rate, { ...rate, product: 'fiveArm', at: '[[' }]
    expect(pathsOf({ ...source, effectiveDate, rates })).toEqual(['rates.1.at', 'effectiveDate.at'])
    expect(pathsOf({ ...source, format: 'html', effectiveDate, rates })).toEqual([
      'rates.0.at',
      'rates.1.at',
      'effectiveDate.at',
    ])
    expect(pathsOf({ ...table, effectiveDate, rates })).toEqual([])
    expect(pathsOf({ ...table, format: 'text', delimiter: '|', effectiveDate, rates })).toEqual([])
  })

  it('names each purpose once', () => {
    const rates = [{ ...rate, purposes: ['PURCHASE', 'REFINANCE', 'PURCHASE'] }]
    expect(problemsOf({ ...source, rates })).toEqual([['rates.0.purposes', 'names a purpose twice']])
  })

  it.each<[string, object, boolean]>([
    ['the same loan', {}, true],
    ['another product', { product: 'fiveArm' }, false],
    ['another purpose', { purposes: ['REFINANCE'] }, false],
    ['one purpose of two', { purposes: ['REFINANCE', 'PURCHASE'] }, true],
    ['amounts that follow', { loanAmount: { min: 21, max: 30 } }, false],
    ['amounts that touch above', { loanAmount: { min: 20, max: 30 } }, true],
    ['amounts before', { loanAmount: { min: 0, max: 9 } }, false],
    ['amounts that touch below', { loanAmount: { min: 0, max: 10 } }, true],
    ['amounts within', { loanAmount: { min: 12, max: 13 } }, true],
  ])('has one rate for a loan: %s', (_, change, isRejected) => {
    const loanAmount = { min: 10, max: 20 }
    const rates = [
      { ...rate, product: 'tenArm' },
      { ...rate, loanAmount },
      { ...rate, loanAmount, ...change },
    ]
    expect(problemsOf({ ...source, rates })).toEqual(
      isRejected ? [['rates.2', 'is for the same product, purpose and amounts as rates.1']] : [],
    )
  })
})

it('a rate source has one rate for a loan, whichever of two rates has more purposes', () => {
  const rates = [{ ...rate, purposes: ['REFINANCE', 'PURCHASE'] }, rate]
  expect(pathsOf({ ...source, rates })).toEqual(['rates.1'])
})

it('the file of a rate source is rejected with what would be right', () => {
  const rates = [{ ...rate, loanAmount: { min: 6, max: 5 } }]
  expect(problemsOf({ ...source, key: 'First', timezone: 'Mars', rates })).toEqual([
    ['key', 'must be in snake case, such as first_bank'],
    ['timezone', 'is no time zone'],
    ['rates.0.loanAmount', 'min must not be above max'],
  ])
})

it('only csv and text are tables', () => {
  const tables = (['json', 'html', 'csv', 'text'] as const).filter((format) => isTable({ format }))
  expect(tables).toEqual(['csv', 'text'])
})
