import { describe, expect, it } from 'vitest'
import { createProxyRules } from './proxy-rules.ts'

const url = 'http://proxy.example:3128'
const isDirect = (noProxy: string, host: string, port = 443, addresses = ['93.184.215.14']) =>
  createProxyRules({ url, noProxy }).isDirect(host, port, addresses)

describe('the exceptions of the proxy', () => {
  it.each([
    ['inner.example', 'inner.example', true],
    ['inner.example', 'API.Inner.Example', true],
    ['.inner.example', 'inner.example', true],
    ['*.inner.example', 'a.b.inner.example', true],
    ['inner.example', 'notinner.example', false],
    ['inner.example:8443', 'inner.example', false],
    ['inner.example:443', 'inner.example', true],
    ['other.example, inner.example', 'inner.example', true],
    ['*', 'anything.example', true],
    ['', 'anything.example', false],
  ])('%j and the host %s: %j', (noProxy, host, expected) => {
    expect(isDirect(noProxy, host)).toBe(expected)
  })

  it.each([
    ['10.0.0.0/8', ['10.1.2.3'], true],
    ['10.0.0.0/8', ['10.1.2.3', '93.184.215.14'], false],
    ['10.1.2.3', ['10.1.2.3'], true],
    ['10.1.2.3', ['10.1.2.4'], false],
    ['fd00::/8', ['fd12::1'], true],
    ['[fd12::1]:443', ['fd12::1'], true],
    ['[fd12::1]:80', ['fd12::1'], false],
    ['10.0.0.0/8', ['::ffff:10.1.2.3'], true],
  ])('%j and the addresses %j: %j', (noProxy, addresses, expected) => {
    expect(isDirect(noProxy, 'host.example', 443, addresses)).toBe(expected)
  })

  it('are always loopback', () => {
    expect(isDirect('', 'localhost', 80, ['127.0.0.1', '::1'])).toBe(true)
    expect(isDirect('', '127.0.0.2', 80, ['127.0.0.2'])).toBe(true)
  })
})

it('the proxy is read from its URL: host, port and credentials', () => {
  expect(createProxyRules({ url: 'http://[fd00::9]:8080', noProxy: '' }).proxy).toEqual({
    host: 'fd00::9',
    port: 8080,
    authorization: null,
  })
  expect(createProxyRules({ url: 'http://me:secret@proxy.example', noProxy: '' }).proxy).toEqual({
    host: 'proxy.example',
    port: 80,
    authorization: `Basic ${Buffer.from('me:secret').toString('base64')}`,
  })
})
