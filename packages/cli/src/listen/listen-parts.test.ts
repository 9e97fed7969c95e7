import { describe, expect, it } from 'vitest'
import { readFilters } from './filter.ts'
import { forwardHeaders, type Received } from './forward.ts'
import { inOrder } from './in-order.ts'

const received = (changes: Partial<Received> = {}): Received => ({
  id: '1',
  createdAt: '2026-11-29T07:00:00.000Z',
  httpMethod: 'POST',
  url: '/r/token/eu/orders?a=1&b=2',
  requestHeaders: [
    ['X-Event', 'push'],
    ['x-event', 'tag'],
  ],
  requestBody: { encoding: 'text', content: '{"a":{"b":[{"c":7}]},"d":"x"}', bytes: 29, isTruncated: false },
  ...changes,
})

describe('filters', () => {
  it.each([
    [['method=POST'], true],
    [['method!=POST'], false],
    [['path=/eu/orders'], true],
    [['path~=/eu/', 'query=a=1&b=2'], true],
    [['header.X-EVENT=push, tag'], true],
    [['header.none!=x'], true],
    [['header.none=x'], false],
    [['json.a.b.0.c=7'], true],
    [['json.a.b={"c":7}'], false],
    [['json.d=x', 'json.d~=y'], false],
    [['json.__proto__.x=1'], false],
    [['body~="d":"x"'], true],
  ])('%j passes: %s', (texts, passes) => {
    expect(readFilters(texts)(received())).toBe(passes)
  })

  it('that cannot be read are rejected with an example', () => {
    expect(() => readFilters(['method'])).toThrow('is no filter')
  })
})

it('headers of the connection are written for the new one, and all others stay as they came', () => {
  const requestHeaders: Received['requestHeaders'] = [
    ['Host', 'hooks.example'],
    ['Connection', 'keep-alive, X-Hop'],
    ['X-Hop', '1'],
    ['x-B', '2'],
    ['Content-Length', '99'],
    ['x-B', '1'],
    ['Transfer-Encoding', 'chunked'],
  ]
  const url = new URL('http://localhost:3000/')
  expect(forwardHeaders(received({ requestHeaders }), url, 5)).toEqual([
    'Host',
    'localhost:3000',
    'x-B',
    '2',
    'x-B',
    '1',
    'Content-Length',
    '5',
    'Connection',
    'close',
  ])
  const get = received({ requestHeaders: [], httpMethod: 'GET' })
  expect(forwardHeaders(get, url, 0)).toEqual(['Host', 'localhost:3000', 'Connection', 'close'])
})

it('what lies behind something that is not done yet is not settled, in whatever order the rest ends', async () => {
  const ends = new Map<number, (isDone: boolean) => void>()
  const settled: number[] = []
  const queue = inOrder<number>(
    3,
    (item) => new Promise((resolve) => ends.set(item, resolve)),
    (item) => settled.push(item),
  )
  for (const item of [1, 2, 3]) await queue.add(item)
  ends.get(3)?.(true)
  ends.get(2)?.(true)
  await expect.poll(() => ends.size).toBe(3)
  expect(settled).toEqual([])
  ends.get(1)?.(true)
  await expect.poll(() => settled).toEqual([1, 2, 3])
  await queue.add(4)
  await queue.add(5)
  ends.get(4)?.(false)
  ends.get(5)?.(true)
  await queue.drain()
  expect(settled).toEqual([1, 2, 3])
})
