import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorsBySchema } from './errors.ts'

const Input = z.object({
  name: z
    .string()
    .min(2, 'Too short.')
    .regex(/^[a-z]+$/, 'Only letters.'),
  target: z.object({ uri: z.string().min(1, 'No URL.') }),
})

describe('what a schema rejects', () => {
  it('stands under the name of its field, the first message of each, in the order of the fields', () => {
    expect(Object.entries(errorsBySchema(Input, { name: '1', target: { uri: '' } }))).toEqual([
      ['name', 'Too short.'],
      ['target.uri', 'No URL.'],
    ])
    expect(errorsBySchema(Input, { name: 'ada', target: { uri: 'x' } })).toEqual({})
  })

  it('is left to the server where no field shows it', () => {
    const fieldKeyOf = ([first]: readonly string[]) => (first === 'target' ? 'requestUrl' : undefined)
    expect(errorsBySchema(Input, { name: '', target: { uri: '' } }, fieldKeyOf)).toEqual({ requestUrl: 'No URL.' })
  })
})
