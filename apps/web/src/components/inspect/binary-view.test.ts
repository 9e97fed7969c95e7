import { expect, it } from 'vitest'
import { hexLines } from './binary-view.tsx'

it('shows bytes in lines of sixteen, with their printable characters', () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('knock, knock: wh'), 0x00, 0xff, 0x7e])
  expect(hexLines(bytes).split('\n')).toEqual([
    '00000000  6b 6e 6f 63 6b 2c 20 6b 6e 6f 63 6b 3a 20 77 68  knock, knock: wh',
    '00000010  00 ff 7e                                         ..~',
  ])
  expect(hexLines(new Uint8Array())).toBe('')
})
