import { expect, it } from 'vitest'
import { textBody } from './http-body.ts'

it('a body that is text is whole unless said otherwise', () => {
  expect(textBody('é', 2)).toEqual({ encoding: 'text', content: 'é', bytes: 2, isTruncated: false })
  expect(textBody('é', 9, true).isTruncated).toBe(true)
})
