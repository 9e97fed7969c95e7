import { expect, it } from 'vitest'
import { formFields } from './form-fields.ts'

const form = 'application/x-www-form-urlencoded'
const fieldsOf = (body: string, contentType: string | undefined = form) =>
  formFields(Buffer.from(body, 'latin1'), contentType)

it.each<[string, string, Record<string, string>]>([
  ['a message of Twilio', 'From=%2B15550100&Body=Hello+there%21', { From: '+15550100', Body: 'Hello there!' }],
  ['fields of one name', 'to=a&to=b&to=', { to: 'a, b, ' }],
  ['array-like names', 'a[]=1&a[]=2&b%5B0%5D%5Bid%5D=7', { 'a[]': '1, 2', 'b[0][id]': '7' }],
  ['fields without a value, and empty ones', 'a&=b&&c=&', { a: '', '': 'b', c: '' }],
  ['equals signs in a value', 'token=a=b==', { token: 'a=b==' }],
  ['escapes that are none', 'a=100%&b=%zz&c=%4', { a: '100%', b: '%zz', c: '%4' }],
  ['UTF-8, escaped and not', 'a=%C3%A9&b=\xc3\xa9', { a: 'é', b: 'é' }],
  ['bytes that are no UTF-8', 'a=caf%E9', { a: 'café' }],
  ['a null character', 'a=x%00y', { a: 'x\0y' }],
  ['names of Object', '__proto__=1&constructor=2', JSON.parse('{"__proto__":"1","constructor":"2"}')],
])('fields of a form-encoded body are read by the URL standard: %s', (_, body, expected) => {
  expect(fieldsOf(body)).toEqual(expected)
})

it('fields are decoded by the charset that the body declares, also where half of a character is escaped', () => {
  expect(fieldsOf('a=%E9', `${form}; charset=iso-8859-1`)).toEqual({ a: 'é' })
  expect(fieldsOf('a=%83A%83%7D', `${form};charset=Shift_JIS`)).toEqual({ a: 'アマ' })
})

it('a body of another type has no fields', () => {
  expect(fieldsOf('a=1', 'text/plain')).toEqual({})
  expect(formFields(Buffer.from('a=1'), undefined)).toEqual({})
  expect(fieldsOf('a=1', 'APPLICATION/X-WWW-FORM-URLENCODED ; x=y')).toEqual({ a: '1' })
})

it('a body of very many fields gives the first thousand of them', () => {
  expect(Object.keys(fieldsOf(Array.from({ length: 5000 }, (_, n) => `f${n}=1`).join('&')))).toHaveLength(1000)
})
