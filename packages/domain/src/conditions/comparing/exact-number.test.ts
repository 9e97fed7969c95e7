import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorTimeMs } from '../../testing/processor-time.ts'
import { ExactNumber, keepForm, keepValue, mayLoseForm, mayLoseValue } from './exact-number.ts'
import { contentEquals, isCollection, textOf } from '../json-value.ts'
import { isSameNumber, normalForm } from '../normal-form.ts'

const read = (text: string): unknown => JSON.parse(text, mayLoseValue.test(text) ? keepValue : undefined)
const readAsWritten = (text: string): unknown => JSON.parse(text, mayLoseForm.test(text) ? keepForm : undefined)

describe('a number of JSON', () => {
  it.each([
    '8202522731445525542',
    '9007199254740993',
    '-1834567890123456789',
    '0.12345678901234567890',
    '1e400',
    '-1E-400',
    '123456789012345.6789',
  ])('that JavaScript would change is kept as it is written: %s', (text) => {
    const value = read(text)
    expect(value).toBeInstanceOf(ExactNumber)
    expect(String(value)).toBe(text)
    expect(JSON.stringify({ list: [value] })).toBe(`{"list":[${text}]}`)
  })

  it.each([
    ['9007199254740991', 9_007_199_254_740_991],
    ['10000000000000000.0', 1e16],
    ['1e25', 1e25],
    ['1.0', 1],
    ['0.1000000000000000000', 0.1],
    ['-0', -0],
    ['5e-324', 5e-324],
    ['"8202522731445525542"', '8202522731445525542'],
  ])('that JavaScript has is one of JavaScript’s: %s', (text, expected) => expect(read(text)).toBe(expected))

  it.each(['1.0', '1.10', '1e5', '1E+5', '-0', '0.0', '1e400', '8202522731445525542', '[1.50,-0.0,{"a":2e0}]'])(
    'is written as it came where its form matters: %s',
    (text) => expect(JSON.stringify(readAsWritten(text))).toBe(text),
  )

  const jsonNumber = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.bigInt({ min: 0n, max: 10n ** 25n }),
      fc.option(fc.stringMatching(/^\d{1,25}$/), { nil: undefined }),
      fc.option(fc.stringMatching(/^[eE][+-]?\d{1,4}$/), { nil: '' }),
    )
    .map(
      ([sign, whole, fraction, exponent]) =>
        `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${exponent}`,
    )

  it('has the same value however it is read, and the same form where that matters', () => {
    fc.assert(
      fc.property(jsonNumber, (text) => {
        const value = read(text)
        expect(isSameNumber(typeof value === 'number' ? String(value) : String(value), text)).toBe(true)
        expect(JSON.stringify(readAsWritten(text))).toBe(text)
      }),
      { seed: 20_261_128, numRuns: 500 },
    )
  })

  it.each([
    ['1', '1.0', '10e-1', '0.1e1', '1E+0'],
    ['0', '-0', '0.00', '0e5', '0e-99999999999999999999'],
    ['9007199254740993', '9007199254740993.000', '9.007199254740993e15'],
    ['1e400', '10e399', `1${'0'.repeat(400)}`],
    ['2e99999999999999999999', '2e+099999999999999999999'],
  ])('has one normal form: %s', (...texts) => expect(new Set(texts.map(normalForm)).size).toBe(1))

  it.each([
    ['9007199254740993', '9007199254740992'],
    ['1', '-1'],
    ['10', '1'],
    ['1e20000000000000000000', '1e-20000000000000000000'],
  ])('differs from another: %s and %s', (a, b) => expect(isSameNumber(a, b)).toBe(false))

  it('takes linear time, however long it is', () => {
    // The same number of characters, in few long numbers and in many short ones.
    const timeOf = (length: number, rounds: number) => {
      const texts = [
        '9'.repeat(length),
        `1e${'9'.repeat(length)}`,
        `0.${'0'.repeat(length)}1`,
        `1e-${'0'.repeat(length)}`,
      ]
      const before = processorTimeMs()
      for (let round = 0; round < rounds; round += 1) for (const text of texts) normalForm(text)
      return processorTimeMs() - before
    }
    timeOf(100_000, 5)
    expect(timeOf(1_600_000, 10)).toBeLessThan(8 * timeOf(100_000, 160))
  })
})

describe('an exact number', () => {
  const id = new ExactNumber('9007199254740993')

  it('is no collection, and has no members', () => {
    expect(isCollection(id)).toBe(false)
    expect(Object.keys(id)).toEqual([])
  })

  it('is a text as it is written', () => expect(textOf(id)).toBe('9007199254740993'))

  it('equals the same number in another form, and nothing else', () => {
    expect(contentEquals({ id }, { id: new ExactNumber('9007199254740993.0') })).toBe(true)
    for (const other of [9_007_199_254_740_992, '9007199254740993', new ExactNumber('9007199254740994'), {}, null]) {
      expect(contentEquals(id, other)).toBe(false)
    }
  })
  it.each([
    ['9007199254740993', 9_007_199_254_740_992, 1],
    ['-9007199254740993', -9_007_199_254_740_992, -1],
    ['0.30000000000000004441', 0.30000000000000004, 1],
    ['1e400', Number.MAX_VALUE, 1],
    ['1e400', new ExactNumber('1e401'), -1],
    ['9007199254740993', new ExactNumber('9007199254740993.0'), 0],
    ['9007199254740993', '1', Number.NaN],
  ])('%s is ordered exactly beside %s', (text, other, order) => {
    const number = new ExactNumber(text)
    const found = [number.gt(other), number.geq(other), number.lt(other), number.leq(other)]
    expect(found).toEqual([order > 0, order >= 0, order < 0, order <= 0])
  })

  it('of more digits than are compared is ordered by the nearest number', () => {
    const long = new ExactNumber(`1${'0'.repeat(250)}.${'1'.repeat(250)}`)
    expect([long.gt(1), long.geq(long), long.lt(1e300)]).toEqual([true, true, true])
  })
})
