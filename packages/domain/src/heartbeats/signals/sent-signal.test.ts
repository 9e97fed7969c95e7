import { expect, it } from 'vitest'
import { addressKeyOf, shownAddress } from './other-addresses.ts'
import { sentSignalOf } from './sent-signal.ts'

const rid = '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0'

it.each([
  ['/r/k7_RIdlfpEM5cqrN8P6LBg', 'SUCCESS', null],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/', 'SUCCESS', null],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg?start', 'SUCCESS', null],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/start', 'START', null],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/START/', 'START', null],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/fail?x=1', 'FAIL', null],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/log#x', 'LOG', null],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/0', 'SUCCESS', 0],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/1', 'FAIL', 1],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/255', 'FAIL', 255],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/256', 'SUCCESS', null],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/start/over', 'SUCCESS', null],
  ['http://hooks.example/r/k7_RIdlfpEM5cqrN8P6LBg/fail', 'FAIL', null],
])('%s says %s with exit code %s', (url, kind, exitCode) => {
  expect(sentSignalOf(url)).toEqual({ kind, exitCode, runId: null })
})

it('a run is named by a UUID, and by nothing else', () => {
  expect(sentSignalOf(`/r/t/start?a=1&rid=${rid.toUpperCase()}`).runId).toBe(rid)
  expect(sentSignalOf('/r/t/start?rid=7').runId).toBeNull()
  expect(sentSignalOf(`/r/t/start?rid=${rid}x`).runId).toBeNull()
})

const uuid = '5f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0'

it.each([
  [`/ping/${uuid}`, `ping:${uuid}`, 'SUCCESS', null],
  [`/${uuid}`, `ping:${uuid}`, 'SUCCESS', null],
  [`/ping/${uuid.toUpperCase()}/start`, `ping:${uuid}`, 'START', null],
  [`/${uuid}/fail`, `ping:${uuid}`, 'FAIL', null],
  [`/ping/${uuid}/3?x=1`, `ping:${uuid}`, 'FAIL', 3],
  [`https://hc-ping.com/${uuid}`, `ping:${uuid}`, 'SUCCESS', null],
  ['/api/push/k3aZQ9xVb1?status=up&msg=OK&ping=12', 'push:k3aZQ9xVb1', 'SUCCESS', null],
  ['/api/push/k3aZQ9xVb1?status=down', 'push:k3aZQ9xVb1', 'FAIL', null],
  ['/p/1234567890abcdef/nightly-backup?state=run', 'p:1234567890abcdef/nightly-backup', 'START', null],
  ['/p/1234567890abcdef/nightly-backup?state=complete', 'p:1234567890abcdef/nightly-backup', 'SUCCESS', null],
  ['/p/1234567890abcdef/nightly-backup?state=fail', 'p:1234567890abcdef/nightly-backup', 'FAIL', null],
  ['/p/1234567890abcdef/nightly-backup', 'p:1234567890abcdef/nightly-backup', 'SUCCESS', null],
])('the address %s of another service is %s, and says %s', (url, key, kind, exitCode) => {
  expect(addressKeyOf(url)).toBe(key)
  expect(sentSignalOf(url)).toEqual({ kind, exitCode, runId: null })
  expect(addressKeyOf(shownAddress(key))).toBe(key)
})

it.each(['/', '/r/k7_RIdlfpEM5cqrN8P6LBg', '/ping/x', `/${uuid}x`, '/api/push/', '/p/short/x', '/p/1234567890abcdef/'])(
  '%s is no address of another service',
  (url) => expect(addressKeyOf(url)).toBeNull(),
)
