import { describe, expect, it } from 'vitest'
import { addressKeyOf, responseOfService, shownAddress } from './other-addresses.ts'
import { sentSignalOf } from './sent-signal.ts'

const uuid = '5f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0'
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
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/007', 'FAIL', 7],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/000', 'SUCCESS', 0],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/orders', 'SUCCESS', null],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/7-eleven', 'SUCCESS', null],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg/start/over', 'SUCCESS', null],
  ['http://hooks.example/r/k7_RIdlfpEM5cqrN8P6LBg/fail', 'FAIL', null],
])('%s says %s with exit code %s', (url, kind, exitCode) => {
  expect(sentSignalOf(url)).toEqual({ kind, exitCode, runId: null })
})

// Windows has exit codes of 32 bits, and Python's are negative where a signal ended a process.
it.each(['256', '1000', '-1', '-9', '3221225477', '-1073741819', '%2D1', '99999999999999999999'])(
  'the exit code %s, which no Unix process has, is a failure',
  (code) => {
    const failed = { kind: 'FAIL', exitCode: null, runId: null }
    for (const path of [`/r/k7_RIdlfpEM5cqrN8P6LBg/${code}`, `/ping/${uuid}/${code}`])
      expect(sentSignalOf(path)).toEqual(failed)
  },
)

// Of a base URL that ends in a slash, of a script with CRLF, of a client that encodes what need not be.
it.each([
  ['//fail', 'FAIL', null],
  ['///start/', 'START', null],
  ['/./fail', 'FAIL', null],
  ['/fail//', 'FAIL', null],
  ['//3', 'FAIL', 3],
  ['/fail%0D', 'FAIL', null],
  ['/1%0D%0A', 'FAIL', 1],
  ['/0%20?x=1', 'SUCCESS', 0],
  ['/%66ail', 'FAIL', null],
  ['/log%09', 'LOG', null],
  ['/%E9', 'SUCCESS', null],
])('what surrounds an outcome changes nothing: %s says %s', (path, kind, exitCode) => {
  for (const url of [`/r/k7_RIdlfpEM5cqrN8P6LBg${path}`, `/${uuid}${path}`])
    expect(sentSignalOf(url)).toEqual({ kind, exitCode, runId: null })
})

it('a run is named by a UUID, and by nothing else', () => {
  expect(sentSignalOf(`/r/t/start?a=1&rid=${rid.toUpperCase()}`).runId).toBe(rid)
  expect(sentSignalOf('/r/t/start?rid=7').runId).toBeNull()
  expect(sentSignalOf(`/r/t/start?rid=${rid}x`).runId).toBeNull()
})

it.each([
  [`/ping/${uuid}`, `ping:${uuid}`, 'SUCCESS', null],
  [`/${uuid}`, `ping:${uuid}`, 'SUCCESS', null],
  [`/ping/${uuid.toUpperCase()}/start`, `ping:${uuid}`, 'START', null],
  [`/${uuid}/fail`, `ping:${uuid}`, 'FAIL', null],
  [`/ping/${uuid}/3?x=1`, `ping:${uuid}`, 'FAIL', 3],
  [`https://hc-ping.com/${uuid}`, `ping:${uuid}`, 'SUCCESS', null],
  ['/fqOOd6-F4MMNuCEnzTU01w/db-backup', 'slug:fqOOd6-F4MMNuCEnzTU01w/db-backup', 'SUCCESS', null],
  ['/fqOOd6-F4MMNuCEnzTU01w/db-backup/start?create=1', 'slug:fqOOd6-F4MMNuCEnzTU01w/db-backup', 'START', null],
  ['/ping/fqOOd6-F4MMNuCEnzTU01w/db_backup/fail', 'slug:fqOOd6-F4MMNuCEnzTU01w/db_backup', 'FAIL', null],
  ['https://hc-ping.com/fqOOd6-F4MMNuCEnzTU01w/1/2', 'slug:fqOOd6-F4MMNuCEnzTU01w/1', 'FAIL', 2],
  ['/api/push/k3aZQ9xVb1?status=up&msg=OK&ping=12', 'push:k3aZQ9xVb1', 'SUCCESS', null],
  ['/api/push/k3aZQ9xVb1?status=down', 'push:k3aZQ9xVb1', 'FAIL', null],
  ['/api/push/k3aZQ9xVb1?status=&msg=OK', 'push:k3aZQ9xVb1', 'SUCCESS', null],
  ['/api/push/k3aZQ9xVb1?status=DOWN', 'push:k3aZQ9xVb1', 'FAIL', null],
  ['/api/push/k3aZQ9xVb1?status=0', 'push:k3aZQ9xVb1', 'FAIL', null],
  ['/api/push/k3aZQ9xVb1/?status=error&ping=', 'push:k3aZQ9xVb1', 'FAIL', null],
  ['/api/push/k3aZQ9xVb1?status=up&status=down', 'push:k3aZQ9xVb1', 'FAIL', null],
  ['/p/1234567890abcdef/nightly-backup?state=run', 'p:1234567890abcdef/nightly-backup', 'START', null],
  ['/p/1234567890abcdef/nightly-backup?state=complete', 'p:1234567890abcdef/nightly-backup', 'SUCCESS', null],
  ['/p/1234567890abcdef/nightly-backup?state=fail', 'p:1234567890abcdef/nightly-backup', 'FAIL', null],
  ['/p/1234567890abcdef/nightly-backup', 'p:1234567890abcdef/nightly-backup', 'SUCCESS', null],
  ['/p/1234567890abcdef/nightly-backup?state=ok', 'p:1234567890abcdef/nightly-backup', 'SUCCESS', null],
  ['/p/1234567890abcdef/nightly-backup?state=tick', 'p:1234567890abcdef/nightly-backup', 'SUCCESS', null],
  ['/p/1234567890abcdef/nightly-backup?state=&env=x', 'p:1234567890abcdef/nightly-backup', 'SUCCESS', null],
  ['/p/1234567890abcdef/nightly-backup?state=FAIL', 'p:1234567890abcdef/nightly-backup', 'FAIL', null],
  ['/p/1234567890abcdef/nightly-backup?state=pause', 'p:1234567890abcdef/nightly-backup', 'LOG', null],
  ['/p/1234567890abcdef/nightly-backup/fail', 'p:1234567890abcdef/nightly-backup', 'FAIL', null],
  ['/p/1234567890abcdef/nightly-backup/run/?env=x', 'p:1234567890abcdef/nightly-backup', 'START', null],
  ['/p/1234567890abcdef/nightly-backup/complete', 'p:1234567890abcdef/nightly-backup', 'SUCCESS', null],
  ['/p/1234567890abcdef/nightly-backup/tick', 'p:1234567890abcdef/nightly-backup', 'SUCCESS', null],
  ['/p/1234567890abcdef/nightly-backup?state=fail&status_code=137', 'p:1234567890abcdef/nightly-backup', 'FAIL', 137],
  [
    '/p/1234567890abcdef/nightly-backup?state=complete&status_code=0',
    'p:1234567890abcdef/nightly-backup',
    'SUCCESS',
    0,
  ],
  ['/p/1234567890abcdef/nightly-backup?state=fail&status_code=-1', 'p:1234567890abcdef/nightly-backup', 'FAIL', null],
  ['/p/1234567890abcdef/team:backup@eu?state=run', 'p:1234567890abcdef/team:backup@eu', 'START', null],
])('the address %s of another service is %s, and says %s', (url, key, kind, exitCode) => {
  expect(addressKeyOf(url)).toBe(key)
  expect(sentSignalOf(url)).toEqual({ kind, exitCode, runId: null })
  expect(addressKeyOf(shownAddress(key))).toBe(key)
})

it.each([
  '/',
  '/fqOOd6-F4MMNuCEnzTU01w',
  '/fqOOd6-F4MMNuCEnzTU01/x',
  '/r/k7_RIdlfpEM5cqrN8P6LBg',
  '/ping/x',
  `/${uuid}x`,
  '/api/push/',
  '/p/short/x',
  '/p/1234567890abcdef/',
])('%s is no address of another service', (url) => expect(addressKeyOf(url)).toBeNull())

describe('a series of Cronitor', () => {
  const idOf = (series: string, state = 'run') =>
    sentSignalOf(`/p/1234567890abcdef/backup?state=${state}&series=${encodeURIComponent(series)}`).runId

  it('ties the end of a run to its start, and no other run’s', () => {
    const series = ['1701231.123', '1701231.124', 'job-123', 'x'.repeat(499), 'Übung 7', '7', 'run/7?&#']
    const ids = series.map((one) => idOf(one))
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(new Set(ids).size).toBe(series.length)
    expect(series.map((one) => idOf(one, 'complete'))).toEqual(ids)
  })

  it('that is a UUID is the run’s, and one that is empty names none', () => {
    expect(idOf(rid.toUpperCase())).toBe(rid)
    expect(idOf('')).toBeNull()
  })
})

it.each([
  [`/ping/${uuid}/fail`, 'text/plain', 'OK'],
  [`/${uuid}`, 'text/plain', 'OK'],
  ['/fqOOd6-F4MMNuCEnzTU01w/db-backup/0', 'text/plain', 'OK'],
  ['/api/push/k3aZQ9xVb1?status=down', 'application/json', '{"ok":true}'],
  ['/p/1234567890abcdef/backup', null, null],
  ['/r/k7_RIdlfpEM5cqrN8P6LBg', null, null],
])('the service of %s responds with %s %s', (url, contentType, body) => {
  expect(responseOfService(url)).toEqual(body === null ? null : { contentType, body })
})
