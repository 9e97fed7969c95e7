import { expect, it } from 'vitest'
import { openFrame } from '../../testing/open-frame.ts'
import type * as TypedText from './typed-text.ts'

const form = (secret: string) => () => ({ rows: [{ name: 'Authorization', value: secret }] })

it('after a reload a secret is asked for again that is not stored, and no other', async () => {
  const frame = await openFrame()
  const load = () => frame.load<typeof TypedText>('lib/editing/typed-text.ts')
  const before = await load()
  before.registerForm('stored', form('Bearer stored'), form('Bearer stored'))
  before.registerForm('typed', form('Bearer typed'), form('Bearer stored'))
  before.reloadWithTypedText()
  await expect.poll(frame.loads).toBe(2)
  const after = await load()
  expect(['stored', 'typed'].map((name) => after.takeTyped(name)?.hadSecrets)).toEqual([false, true])
})
