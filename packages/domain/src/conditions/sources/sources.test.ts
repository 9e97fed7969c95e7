import { describe, expect, it } from 'vitest'
import { createValueReader } from './readers.ts'
import { lineOf, responseHeader, withHeader } from './response-header.ts'
import { sources } from './registry.ts'
import type { Observation } from './source.ts'

const observation: Observation = { statusCode: 200, responseTimeMs: 12, headers: null, body: null }

describe('the example of a source', () => {
  it.each([
    [200, 200],
    ['404', 404],
    [0, 0],
    [-1, undefined],
    [200.5, undefined],
    ['OK', undefined],
    [null, undefined],
  ])('gives of %j the status code %j', (value, given) => {
    expect(sources.response_code.example.toGiven(value)).toBe(given)
  })

  it('gives a header on one line', () => {
    expect(lineOf(' a \n\t b ')).toBe('a b')
  })

  it('has one header of a name, in any case, and none where the value is null', () => {
    const headers: Observation['headers'] = [
      ['ETag', 'a'],
      ['X-A', '1'],
    ]
    expect(withHeader({ ...observation, headers }, 'etag', 'b').headers).toEqual([
      ['X-A', '1'],
      ['etag', 'b'],
    ])
    expect(withHeader({ ...observation, headers }, 'etag', null).headers).toEqual([['X-A', '1']])
    expect(withHeader(observation, 'etag', 'b').headers).toEqual([['etag', 'b']])
    expect(withHeader(observation, '', 'b')).toBe(observation)
  })

  it('of a text says that it is one', () => {
    const { apply } = sources.response_body_text.example
    expect(apply(observation, '', 'x')).toEqual({
      ...observation,
      headers: [['content-type', 'text/plain']],
      body: 'x',
    })
  })

  it.each(Object.entries(sources))('of %s is the same whatever stands around its property', (_, { example }) => {
    expect(example.propertyKey(' a ')).toBe('a')
  })

  it('of a header is the same in any case', () => {
    expect(sources.response_header.example.propertyKey('ETag')).toBe('etag')
  })
})

it('a header is read by its name, whatever stands around it', () => {
  expect(responseHeader.read?.({ ...observation, headers: [['ETag', 'a']] }, ' etag ')).toBe('a')
  expect(responseHeader.read?.(observation, 'etag')).toBeNull()
  expect(responseHeader.checkProperty?.(' etag ')).toBeNull()
})

it('a part of a body is read once, however often it is asked for', () => {
  const read = createValueReader({ ...observation, body: '{"a":[1]}' })
  const operand = { source: 'response_body_json', property: '$.a' } as const
  expect(read(operand)).toBe(read(operand))
  expect(read(operand).value).toEqual([1])
})
