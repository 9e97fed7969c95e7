import { uuidv7 } from '@knockwire/db/uuidv7'
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createCompletionTokens } from './completion-token.ts'

const [first, second] = [randomBytes(32), randomBytes(32)]

it('the token of a completion names its execution to who has the key, and stays valid when keys are rotated', () => {
  const tokens = createCompletionTokens({ current: '1', keys: { 1: first } })
  const id = uuidv7()
  const token = tokens.issue(id)
  expect(tokens.read(token)).toBe(id)
  const rotated = createCompletionTokens({ current: '2', keys: { 2: second, 1: first } })
  expect(rotated.read(token)).toBe(id)
  expect(createCompletionTokens({ current: '1', keys: { 1: second } }).read(token)).toBeNull()
})

it('no other token is read: not with one character changed, one more, or another execution', () => {
  const tokens = createCompletionTokens({ current: '1', keys: { 1: first } })
  const token = tokens.issue(uuidv7())
  const [keyId, , signature] = token.split('.')
  const otherId = uuidv7().replaceAll('-', '')
  for (const guess of [
    `${keyId}.${otherId}.${signature}`,
    `${token}A`,
    token.slice(0, -1),
    '',
    '..',
    `2${token.slice(1)}`,
  ])
    expect(tokens.read(guess)).toBeNull()
  for (let at = 0; at < token.length; at++) {
    const changed = `${token.slice(0, at)}${token[at] === '0' ? '1' : '0'}${token.slice(at + 1)}`
    // The last character of 43 has two bits that are not used.
    if (at < token.length - 1) expect(tokens.read(changed)).toBeNull()
  }
})
