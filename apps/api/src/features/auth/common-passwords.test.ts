import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

it('rejects at least the 3,000 most used passwords that are long enough, in any case', async () => {
  const longEnough = dictionary['passwords-common'].filter((password) => password.length >= 8).slice(0, 3000)
  expect(longEnough).toHaveLength(3000)
  for (const password of longEnough) expect([password, await isCommonPassword(password)]).toEqual([password, true])
  expect(await isCommonPassword('SunShine1')).toBe(true)
})

it.each(['        ', 'aaaaaaaaaaaa', 'Knockwire!', '123456789', 'Summer2025'])('rejects %j', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

it.each(['nanoseconds of wire', 'correct horse battery staple', 'passwords are hard', '12345678 tea pots'])(
  'takes %j, which is in no list',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false)
  },
)
