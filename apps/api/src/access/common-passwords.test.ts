import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, it } from 'vitest'
import { isCommonPassword } from './passwords.ts'

it('the check of passwords rejects at least the 3,000 most used passwords that are long enough, in any case', async () => {
  const longEnough = dictionary['passwords-common'].filter((password) => password.length >= 8).slice(0, 3000)
  expect(longEnough).toHaveLength(3000)
  for (const password of longEnough) expect([password, await isCommonPassword(password)]).toEqual([password, true])
  expect(await isCommonPassword('SunShine1')).toBe(true)
})

it.each(['        ', 'aaaaaaaaaaaa', 'Knockwire!', '123456789', 'Summer2025'])(
  'the check of passwords rejects %j',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true)
  },
)

it.each(['nanoseconds of wire', 'correct horse battery staple', 'passwords are hard', '12345678 tea pots'])(
  'the check of passwords takes %j, which is in no list',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false)
  },
)

it.each([' '.repeat(8), '\u3000'.repeat(9), 'Knockwire!', 'Knockwire2026', 'knock-wire-knock-wire', '12knockwire34'])(
  'the check of passwords rejects %j: one repeated character, or the product’s name',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true)
  },
)

it('the check of passwords takes a phrase that has the product’s name in it', async () => {
  expect(await isCommonPassword('knockwire pelican staple')).toBe(false)
})
