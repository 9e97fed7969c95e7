import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { checkPeer, endpointOf } from './open-socket.ts'

const servername = (uri: string) => endpointOf(new URL(uri), false).servername

describe('the name that a certificate has to be for', () => {
  it.each([
    ['https://example.com/', 'example.com'],
    ['https://example.com.:8443/', 'example.com'],
  ])("is the host's of %s", (uri, expected) => expect(servername(uri)).toBe(expected))

  it.each(['https://93.184.215.14/', 'https://[2606:4700::1111]/', 'https://[2606:4700::a]:8443/'])(
    'is none of the address %s',
    (uri) => expect(servername(uri)).toBe(''),
  )
})

it('a connection that was reset before its address could be looked at is a reset, not a blocked address', () => {
  const socket = new Socket()
  expect(() => checkPeer(socket, { isAllowed: () => true })).toThrow(
    expect.objectContaining({ code: 'CONNECTION_RESET' }),
  )
  expect(socket.destroyed).toBe(true)
})
