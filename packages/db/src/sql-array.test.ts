import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonArray, plainArray, textArray } from './sql-array.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

describe('array parameters', () => {
  it('keeps every text as it is', async () => {
    const texts = [
      'plain',
      '',
      'NULL',
      null,
      '"quoted"',
      'back\\slash',
      '{braces}',
      'a, b',
      'line\nbreak',
      ' é ☃ 𝄞 ',
      "it's",
    ]
    const { rows } = await database.pool.query<{ text: string | null }>('select unnest($1::text[]) as text', [
      textArray(texts),
    ])
    expect(rows.map(({ text }) => text)).toEqual(texts)
  })

  it('keeps every JSON as it is', async () => {
    const values = [
      { 'a "quoted" name': 'back\\slash, {braces}' },
      ['line\nbreak', '\t\b\f\u0001\u007f', ' é ☃ 𝄞 \u2028', 'half of a pair: \ud834'],
      null,
      'text',
      1.5,
      {},
    ]
    const texts = [...values.map((value) => JSON.stringify(value)), null]
    const { rows } = await database.pool.query<{ text: string | null }>('select unnest($1::text[]) as text', [
      jsonArray(texts),
    ])
    expect(rows.map(({ text }) => text)).toEqual(texts)
    const none = await database.pool.query('select unnest($1::text[]) as text', [jsonArray([])])
    expect(none.rows).toEqual([])
  })

  it('keeps numbers, booleans and nulls', async () => {
    const { rows } = await database.pool.query('select unnest($1::float8[]) as n, unnest($2::bool[]) as b', [
      plainArray([1.5, null, -3]),
      plainArray([true, false, null]),
    ])
    expect(rows).toEqual([
      { n: 1.5, b: true },
      { n: null, b: false },
      { n: -3, b: null },
    ])
  })
})
