import { describe, expect, it } from 'vitest'
import { renderTemplate } from '../../templates/render-template.ts'
import { merge } from '../reading/merge.ts'
import { readDuration, writeDuration } from './duration.ts'
import { compileJsonTemplate } from './json-template.ts'
import { slug, uniqueKeys } from './slugs.ts'
import { readExpectation, writeExpectation } from './schedules.ts'

const hostile = 'a "quote", a \\ and\na line {{ task.url }} {% if %}'
const values = { task: { name: hostile, url: 'https://shop.example/' }, response: { code: 500, body: '{"a":[1]}' } }

describe('JSON with placeholders', () => {
  it.each([
    ['a placeholder alone, which keeps the type of its value', '{{ response.code }}', 500],
    ['a text', '{{ task.name }}', hostile],
    ['a placeholder with filters', '{{- response.body | json: "$.a[0]" -}}', 1],
    ['a placeholder among other characters', 'Down: {{ task.name }} ({{ response.code }})', `Down: ${hostile} (500)`],
    ['what is not there', '{{ task.nothing }}', null],
    ['a tag', '{% if response.code > 400 %}bad{% endif %}', 'bad'],
    ['braces in a string of a placeholder', "{{ task.url | append: '}}' }}", 'https://shop.example/}}'],
    [
      'lists and maps',
      { a: [{ b: '{{ response.code }}' }, {}], '{{ task.url }}': 1 },
      { a: [{ b: 500 }, {}], 'https://shop.example/': 1 },
    ],
    ['no placeholder', { a: 'x', b: [1, true, null] }, { a: 'x', b: [1, true, null] }],
  ])('writes %s as JSON, whatever the values contain', (_what, json, expected) => {
    const rendered = renderTemplate(compileJsonTemplate(json), values)
    expect(rendered).toMatchObject({ kind: 'rendered' })
    expect(JSON.parse('text' in rendered ? rendered.text : '')).toEqual(expected)
  })
})

describe('durations', () => {
  it.each([
    ['0s', 0],
    ['90s', 90],
    ['1h30m', 5400],
    ['1d', 86_400],
    ['1w2d3h4m5s', 788_645],
  ])('%s is %i seconds', (text, seconds) => {
    expect(readDuration(text)).toBe(seconds)
    expect(readDuration(writeDuration(seconds))).toBe(seconds)
  })

  it.each(['', '5', 'm', '5m1h', '1.5h', '-1m', '5 m', '5M'])('%j is none', (text) => {
    expect(readDuration(text)).toBeNull()
  })
})

it('keys are what a key may be, and each stands once', () => {
  const unique = uniqueKeys(['shop'])
  const keyOf = (name: string) => unique(slug(name, 'task'))
  expect(['Shop', 'Café Zürich', '—', '…a b/c', 'x'.repeat(300)].map(keyOf)).toEqual([
    'shop-2',
    'cafe-zurich',
    'task',
    'a-b-c',
    'x'.repeat(100),
  ])
})

it('what is written above replaces its alternatives below, and headers of another case', () => {
  expect(merge<object>({ schedule: { cron: '* * * * *', timezone: 'UTC' } }, { schedule: { every: '5m' } })).toEqual({
    schedule: { every: '5m' },
  })
  expect(
    merge<object>({ json: { a: 1 }, headers: { 'X-A': '1', B: '2' } }, { body: 'x', headers: { 'x-a': '3' } }),
  ).toEqual({
    body: 'x',
    headers: { B: '2', 'x-a': '3' },
  })
  expect(
    merge<object>({ when: { status: 200 }, labels: { a: '1' } }, { when: { time: 1 }, labels: { b: '2' } }),
  ).toEqual({
    when: { time: 1 },
    labels: { a: '1', b: '2' },
  })
})

describe('what is usual', () => {
  it('is expected by a file that says so, and written to one', () => {
    const written = { learned: true, timezone: 'Europe/Berlin', grace: '10m' } as const
    const expectation = readExpectation(written, ['expect'])
    expect(expectation).toMatchObject({
      mode: 'LEARNED',
      timezone: 'Europe/Berlin',
      graceSeconds: 600,
      everySeconds: null,
    })
    expect(writeExpectation(expectation)).toEqual(written)
  })
  it('is not expected beside an interval or a cron expression', () => {
    for (const other of [{ every: '1h' }, { cron: '0 * * * *' }])
      expect(() => readExpectation({ learned: true, ...other }, ['expect'])).toThrow(
        'Write one of every, cron and learned.',
      )
  })
})
