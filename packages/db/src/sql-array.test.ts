import { describe, expect, it } from 'vitest'
import { plainArray, textArray } from './sql-array.ts'
import { useTestDatabase } from '../../../apps/executor/src/testing/test-executor.ts'

describe('array parameters', async () => {
  const { pool } = await useTestDatabase()

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
    const { rows } = await pool.query<{ text: string | null }>('select unnest($1::text[]) as text', [textArray(texts)])
    expect(rows.map(({ text }) => text)).toEqual(texts)
  })

  it('keeps numbers, booleans and nulls', async () => {
    const { rows } = await pool.query('select unnest($1::float8[]) as n, unnest($2::bool[]) as b', [
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
