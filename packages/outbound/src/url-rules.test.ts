import { describe, expect, it } from 'vitest'
import { checkUri, createUriCheck, hostOf } from './url-rules.ts'

const loopbackSpellings = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://0x7f.1/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://2130706433/',
  'http://127.0.0.1./',
  'http://127.255.255.254/',
  'http://0/',
  'http://0.0.0.0/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://localhost../',
  'http://a.localhost/',
  'http://loc%61lhost/',
  'http://ｌｏｃａｌｈｏｓｔ/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'https://127.0.0.1:8443/',
]

const userMessage = /^[A-Z].*\.$/

describe('what is rejected when an address is saved', () => {
  it.each(loopbackSpellings)('refuses the spelling %s of loopback', (uri) => {
    const verdict = checkUri(uri)
    expect(verdict).toEqual({ ok: false, message: expect.stringContaining('private, local and reserved') })
  })

  it.each([
    'http://metadata/',
    'http://internal/',
    'http://kubernetes/',
    'http://api.default.svc/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://db.internal/',
    'http://api.default.svc.cluster.local/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://[fe80::1]/',
  ])('refuses %s', (uri) => expect(checkUri(uri).ok).toBe(false))

  it.each([
    ['', 'valid URL'],
    ['http://', 'valid URL'],
    ['example.com', 'valid URL'],
    ['/path', 'valid URL'],
    ['http://exa mple.com/', 'valid URL'],
    ['http://1.2.3.4.5/', 'valid URL'],
    ['http://./', 'no host name'],
    ['file:///etc/passwd', 'http:// or https://'],
    ['ftp://example.com/', 'http:// or https://'],
    ['gopher://example.com/', 'http:// or https://'],
    ['javascript:alert(1)', 'http:// or https://'],
    ['data:text/plain,x', 'http:// or https://'],
    ['ws://example.com/', 'http:// or https://'],
    ['http://user@example.com/', 'Basic authentication'],
    ['http://user:password@example.com/', 'Basic authentication'],
    ['http://:password@example.com/', 'Basic authentication'],
    ['http://example.com:25/', 'Port 25'],
    ['http://example.com:5432/', 'Port 5432'],
    ['https://example.com:6379/', 'Port 6379'],
    ['http://example.com:11211/', 'Port 11211'],
    ['http://example.com:0/', 'Port 0'],
  ])('rejects "%s" with a message about its %s', (uri, part) => {
    const verdict = checkUri(uri)
    expect(verdict).toEqual({ ok: false, message: expect.stringContaining(part) })
    expect(!verdict.ok && verdict.message).toMatch(userMessage)
  })

  it.each([
    'http://example.com',
    'https://example.com:8443/a?b=c#d',
    'http://8.8.8.8/',
    'http://[2606:4700::1111]/',
    'http://example.com:8080/',
    'http://internal.example.com/',
    'http://localhost.example.com/',
    'http://bücher.example/',
    'HTTP://EXAMPLE.COM/',
  ])('takes %s', (uri) => expect(checkUri(uri)).toEqual({ ok: true }))
})

describe("the server's own list", () => {
  const check = createUriCheck({
    allowCidrs: [],
    deniedHosts: ['admin.example.com', '*.corp.example'],
    deniedAddresses: [
      { address: 'Database.example.net', port: 8_432 },
      { address: 'plain.example.net', port: 80 },
      { address: 'secure.example.net', port: 443 },
    ],
  })

  it.each([
    'http://admin.example.com/',
    'http://ADMIN.example.com./',
    'http://x.corp.example/',
    'http://database.example.net:8432/',
    'http://plain.example.net/',
    'https://secure.example.net/',
  ])('refuses %s', (uri) => expect(check(uri).ok).toBe(false))

  it.each([
    'http://www.example.com/',
    'http://my-dmin.example.com/',
    'http://corp.example/',
    'http://database.example.net/',
    'https://plain.example.net/',
    'http://secure.example.net/',
  ])('takes %s', (uri) => expect(check(uri).ok).toBe(true))
})

describe('with loopback opened', () => {
  const check = createUriCheck({ allowCidrs: ['127.0.0.0/8'] })

  it.each(['http://127.0.0.1:3001/r/x', 'http://localhost:3001/r/x', 'http://[::ffff:127.0.0.1]/'])('takes %s', (uri) =>
    expect(check(uri).ok).toBe(true),
  )

  it.each(['http://[::1]/', 'http://10.0.0.1/', 'http://127.0.0.1:5432/'])('still refuses %s', (uri) =>
    expect(check(uri).ok).toBe(false),
  )
})

it.each([
  [`http://a${'.'.repeat(2_100)}x/`, 'The URL has more than 2048 characters.'],
  [`http://${'a.'.repeat(127)}example/`, 'The host name of the address is too long.'],
])('an address that is too long is refused before it is looked at: %#', (uri, message) => {
  expect(checkUri(uri)).toEqual({ ok: false, message })
})

it('a name’s final dots are left out, however many and wherever others stand', () => {
  expect(hostOf(new URL('http://a..b.example.../'))).toBe('a..b.example')
  expect(hostOf(new URL(`http://a${'.'.repeat(200)}x/`))).toBe(`a${'.'.repeat(200)}x`)
})
