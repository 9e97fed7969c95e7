import { expect, it } from 'vitest'
import { withoutSecrets } from './typed-text.ts'
import { withTyped } from './use-typed-text.ts'

const storedOf = (value: unknown) => {
  let secrets = 0
  const kept = withoutSecrets(value, () => {
    secrets += 1
  })
  return { kept, secrets }
}

const request = {
  requestUrl: 'https://example.com/',
  requestHeaders: [
    { name: 'Accept', value: 'text/html' },
    { name: 'Authorization', value: 'Bearer abc' },
  ],
  requestBasicAuthPassword: 'open sesame',
  isPasswordStored: true,
}

it('passwords, tokens and the values of secret headers are not stored, in rows and in pairs', () => {
  const { kept, secrets } = storedOf({ request, headers: [['Cookie', 'sid=1']], webhookToken: 'abc' })
  expect(JSON.stringify(kept)).not.toMatch(/abc|sesame|sid=1/)
  expect(secrets).toBe(4)
  expect(kept).toMatchObject({ request: { requestUrl: 'https://example.com/', isPasswordStored: true } })
})

it('what has no secrets is kept as it is', () => {
  const form = {
    name: 'Tea',
    requestBasicAuthPassword: null,
    oneTime: { hour: 3 },
    rows: [{ name: 'Authorization', value: '' }],
  }
  expect(storedOf(form)).toEqual({ kept: form, secrets: 0 })
})

it('what was typed takes the place of what is stored, and a secret header that was left out keeps its stored value', () => {
  const typed = storedOf({ ...request, requestUrl: 'https://example.com/tea' }).kept
  const stored = { ...request, requestHeaders: [{ name: 'authorization', value: 'Bearer stored' }] }
  expect(withTyped(stored, typed)).toEqual({
    ...request,
    requestUrl: 'https://example.com/tea',
    requestHeaders: [
      { name: 'Accept', value: 'text/html' },
      { name: 'Authorization', value: 'Bearer stored' },
    ],
    requestBasicAuthPassword: null,
  })
})

it('a form of another build has its own fields: those that it does not know are dropped, and those of another kind stay', () => {
  const initial = { name: '', rows: [] as unknown[], oneTime: null, code: 200 as number | string, options: { a: 1 } }
  const typed = { name: 'Tea', rows: {}, oneTime: { hour: 3 }, code: '20', options: 'all', unknown: 1 }
  expect(withTyped(initial, typed)).toEqual({
    name: 'Tea',
    rows: [],
    oneTime: { hour: 3 },
    code: '20',
    options: { a: 1 },
  })
})
