import { expect, it } from 'vitest'
import { copyName } from './names.ts'

it('a copy is called so, within the length of a name and without half a character at its end', () => {
  expect(copyName('Shop')).toBe('Shop (copy)')
  expect(copyName('a'.repeat(200))).toBe(`${'a'.repeat(193)} (copy)`)
  expect(copyName(`${'a'.repeat(192)}😀`)).toBe(`${'a'.repeat(192)}\uFFFD (copy)`)
})
