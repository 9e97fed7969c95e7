import { expect, it } from 'vitest'
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
