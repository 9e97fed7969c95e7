import { describe, expect, it } from 'vitest'
import { ReplayInput } from '../receivers/replay.ts'
import { RequestTargetInput } from './request-target.ts'
import { withScheme } from './with-scheme.ts'

describe('An address without a scheme', () => {
  it.each([
    ['localhost:4600/price', 'http://localhost:4600/price'],
    ['localhost', 'http://localhost'],
    ['app.localhost/x', 'http://app.localhost/x'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['192.168.1.20/x?y=1', 'http://192.168.1.20/x?y=1'],
    ['172.20.0.1', 'http://172.20.0.1'],
    ['[::1]:3000/', 'http://[::1]:3000/'],
    ['example.com/x', 'https://example.com/x'],
    ['example.com:8443', 'https://example.com:8443'],
    [' //cdn.example.com/a.js ', 'https://cdn.example.com/a.js'],
    ['bücher.example?q=1', 'https://bücher.example?q=1'],
    ['172.40.0.1', 'https://172.40.0.1'],
    ['172.16.255.1', 'http://172.16.255.1'],
    ['172.31.255.1', 'http://172.31.255.1'],
    ['172.15.0.1', 'https://172.15.0.1'],
    ['10.20.30.40', 'http://10.20.30.40'],
    ['110.20.30.40', 'https://110.20.30.40'],
    ['0.0.0.0:80', 'http://0.0.0.0:80'],
    ['[fd12:3456::1]', 'http://[fd12:3456::1]'],
    ['[2001:db8::fd1]', 'https://[2001:db8::fd1]'],
    ['printer.local', 'http://printer.local'],
    ['local.example', 'https://local.example'],
    ['localhost.example', 'https://localhost.example'],
    ['example.com//x', 'https://example.com//x'],
  ])('%s is %s', (text, address) => {
    expect(withScheme(text)).toBe(address)
  })

  it.each([
    '',
    'http://',
    'https://example.com',
    'ftp://example.com/x',
    'mailto:ada@example.com',
    'exam',
    'a sentence. here',
    '/path',
    'javascript:alert(1)',
  ])('stays as it is where it has one, or is no address: %s', (text) => {
    expect(withScheme(text)).toBe(text)
  })

  it('gets it in tasks, HTTP notifications and replays', () => {
    expect(RequestTargetInput.parse({ uri: 'localhost:4600/x' }).uri).toBe('http://localhost:4600/x')
    expect(ReplayInput.parse({ uri: ' example.com/x ' }).uri).toBe('https://example.com/x')
  })
})
