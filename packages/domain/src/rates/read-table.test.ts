import { describe, expect, it } from 'vitest'
import { readDate, readPercent, readTable, type TableQuery } from './read-table.ts'

describe('a date of a source', () => {
  it.each<[string, Parameters<typeof readDate>[1], string | null]>([
    ['2030-02-28', 'YYYY-MM-DD', '2030-02-28'],
    ['As of 2030-02-28, 5 pm', 'YYYY-MM-DD', '2030-02-28'],
    ['2030-02-29', 'YYYY-MM-DD', null],
    ['12030-02-28', 'YYYY-MM-DD', null],
    ['2030-02-281', 'YYYY-MM-DD', null],
    ['2030-2-28', 'YYYY-MM-DD', null],
    ['2030-13-01', 'YYYY-MM-DD', null],
    ['2030-00-01', 'YYYY-MM-DD', null],
    ['0030-02-28', 'YYYY-MM-DD', null],
    ['2/3/0030', 'M/D/YYYY', null],
    ['2/3/2030', 'M/D/YYYY', '2030-02-03'],
    ['on 12/31/2030.', 'M/D/YYYY', '2030-12-31'],
    ['112/31/2030', 'M/D/YYYY', null],
    ['12/31/20301', 'M/D/YYYY', null],
    ['31/12/2030', 'M/D/YYYY', null],
    ['February 3, 2030', 'MMMM D, YYYY', '2030-02-03'],
    ['Rates of Sept. 30,2030', 'MMMM D, YYYY', '2030-09-30'],
    ['February 3, 2030, at noon', 'MMMM D, YYYY', '2030-02-03'],
    ['Smarch 3, 2030', 'MMMM D, YYYY', null],
    ['Marching 3, 2030', 'MMMM D, YYYY', null],
    ['3 DECEMBER 2030', 'D MMMM YYYY', '2030-12-03'],
    ['13 Jan. 2030', 'D MMMM YYYY', '2030-01-13'],
    ['113 Jan 2030', 'D MMMM YYYY', null],
    ['3 Jan 20301', 'D MMMM YYYY', null],
    ['', 'YYYY-MM-DD', null],
  ])('%s, written as %s, is %s', (text, format, date) => expect(readDate(text, format)).toBe(date))
})

it.each('January February March April May June July August September October November December'.split(' '))(
  'a source may write %s in full, and by its first three letters',
  (name) => {
    const texts = [`${name} 5, 2030`, `${name.slice(0, 3)} 5, 2030`]
    const [full, short] = texts.map((text) => readDate(text, 'MMMM D, YYYY'))
    expect(full).toBe(short)
    expect(new Date(full ?? '').toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' })).toBe(name)
  },
)

it.each(['2030-04-31', '2030-06-31', '2030-01-32', '2030-01-00'])('no calendar has a %s', (text) => {
  expect(readDate(text, 'YYYY-MM-DD')).toBeNull()
})

describe('a percentage of a source', () => {
  it.each<[string | number, number]>([
    [6.125, 6.125],
    ['6.125%', 6.125],
    [' 6.125 % ', 6.125],
    ['-0.5', -0.5],
    ['+7', 7],
    ['123456.0123456789', 123_456.0123456789],
  ])('%j is read', (value, rate) => expect(readPercent(value)).toEqual({ kind: 'rate', rate }))

  it.each(['', ' ', 'N/A', 'na', 'n.a.', '-', '–', '—', '.', 'NULL'])('%j is none', (value) => {
    expect(readPercent(value)).toEqual({ kind: 'missing' })
  })

  it.each(['six', '6,125', '6.1.2', '6%%', '6 % APR', '1234567', '6.', '.5', '1.12345678901', 'about 6'])(
    '%j cannot be read',
    (value) => expect(readPercent(value)).toEqual({ kind: 'unreadable' }),
  )
})

describe('a table of a source', () => {
  const query: TableQuery = {
    delimiter: ',',
    dateColumn: 'date',
    dateFormat: 'YYYY-MM-DD',
    columns: ['b', 'none', 'a'],
    from: '2030-01-02',
    to: '2030-01-04',
  }
  const read = (text: string, changes: Partial<TableQuery> = {}) => readTable(text, { ...query, ...changes })

  it('is read by the names of its columns, oldest row first, both days included', () => {
    const text = '\uFEFFa, date ,b\n1,2030-01-04,2\n3,2030-01-02,4\n\n5,2030-01-01,6\n7,2030-01-05,8\n,,\n'
    expect(read(text)).toEqual({
      kind: 'rows',
      rows: [
        { date: '2030-01-02', cells: ['4', null, '3'] },
        { date: '2030-01-04', cells: ['2', null, '1'] },
      ],
    })
  })

  it('may have another delimiter, quotes, and rows that end early', () => {
    expect(read('date|a|b\n2030-01-03|"x|y"\n', { delimiter: '|' })).toEqual({
      kind: 'rows',
      rows: [{ date: '2030-01-03', cells: ['', null, 'x|y'] }],
    })
  })

  it.each<[string, string, string | RegExp]>([
    ['no column of dates', 'day,a\n2030-01-03,1', 'There is no column "date".'],
    ['nothing in it', '', 'There is no column "date".'],
    ['no row of the days', 'date,a\n2029-02-03,1', 'No row has a date between 2030-01-02 and 2030-01-04.'],
    [
      'a date in another format',
      'date,a\n2030-01-03,1\n1/4/2030,2',
      'The date "1/4/2030" is not written as YYYY-MM-DD.',
    ],
    [
      'a date of no calendar',
      'date,a\n2030-01-03,1\n2030-01-32,2',
      'The date "2030-01-32" is not written as YYYY-MM-DD.',
    ],
    [
      'a year that lost its century',
      'date,a\n2030-01-03,1\n0030-01-10,2',
      'The date "0030-01-10" is not written as YYYY-MM-DD.',
    ],
    ['a row without a date', 'date,a\n2030-01-03,1\n,2', 'The date "" is not written as YYYY-MM-DD.'],
    [
      'a footnote',
      'date,a\n2030-01-03,1\nSource: the bank',
      'The date "Source: the bank" is not written as YYYY-MM-DD.',
    ],
    ['a date in the future', 'date,a\n2030-01-03,1\n2062-01-03,2', 'The date "2062-01-03" is in the future.'],
    ['an open quote', 'date,a\n2030-01-03,"1', /^The table cannot be read: ./],
    ['too many columns', `date${',a'.repeat(500)}\n2030-01-03`, 'The table is too big.'],
    ['too many rows', `date\n${'2030-01-03\n'.repeat(20_001)}`, 'The table is too big.'],
  ])('with %s cannot be read', (_, text, problem) => {
    expect(read(text)).toEqual({ kind: 'unreadable', problem: expect.stringMatching(problem) })
  })

  it('may begin with a mark of its byte order, and with an empty line', () => {
    const rows = [{ date: '2030-01-03', cells: ['1', null, ''] }]
    expect(read('\uFEFF"date","a",b\n2030-01-03,,1\n')).toEqual({ kind: 'rows', rows })
    expect(read('\ndate,a,b\n\n2030-01-03,,1\n')).toEqual({ kind: 'rows', rows })
  })

  it('may have 500 columns and 20,000 rows', () => {
    expect(read(`date${',a'.repeat(499)}\n2030-01-03`).kind).toBe('rows')
    expect(read(`date\n${'2030-01-03\n'.repeat(20_000)}`).kind).toBe('rows')
  })
})
