import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginningForPostgres, isAcceptedByPostgres, sanitizeForPostgres } from './postgres-text.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const store = (text: string) =>
  database.pool.query<{ text: string; json: { text: string } }>('select $1::text as text, $2::jsonb as json', [
    text,
    JSON.stringify({ text }),
  ])

it.each(['', 'plain', 'line\nbreak', 'a😀b', '\u0001\u007f\ufffe'])(
  'a text that PostgreSQL keeps is not changed: %j',
  async (text) => {
    expect(isAcceptedByPostgres(text)).toBe(true)
    expect(sanitizeForPostgres(text)).toBe(text)
    expect((await store(text)).rows).toEqual([{ text, json: { text } }])
  },
)

it.each([
  ['U+0000', 'a\0b', 'a\ufffdb'],
  ['the first half of a surrogate pair', 'a\ud83d', 'a\ufffd'],
  ['the second half of a surrogate pair', '\ude00b', '\ufffdb'],
  ['both', '\0\ud800\0', '\ufffd\ufffd\ufffd'],
])('a text with %s is rejected by PostgreSQL, and kept once it is sanitized', async (_, text, sanitized) => {
  expect(isAcceptedByPostgres(text)).toBe(false)
  await expect(store(text)).rejects.toThrow()
  expect(sanitizeForPostgres(text)).toBe(sanitized)
  expect((await store(sanitized)).rows).toEqual([{ text: sanitized, json: { text: sanitized } }])
})

it('the beginning of a text can be stored even where the cut halves a surrogate pair', () => {
  expect(beginningForPostgres('a😀b', 2)).toBe('a\ufffd')
  expect(beginningForPostgres('a😀b', 3)).toBe('a😀')
})
