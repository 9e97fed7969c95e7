import { describe, expect, it } from 'vitest'
import { renderTemplate } from './render-template.ts'

const reasonOf = (text: string, values: object) => {
  const rendering = renderTemplate(text, values)
  return rendering.kind === 'failed' ? rendering.reason : null
}
const tooLong = /a list has more than 10000 elements/

describe('a list in a template', () => {
  const list = (length: number) => ({ list: Array.from({ length }, () => 1), text: 'x'.repeat(length) })

  it.each([
    ['that a filter takes', '{{ list | size }}'],
    ['that a filter takes beside its value', '{% assign a = "" | split: "," | concat: list %}'],
    ['that a filter takes beside its value and leaves out', '{{ text | size | default: list }}'],
    ['that a filter makes', '{% assign a = text | split: "" %}'],
  ])('has up to 10,000 elements: one %s', (_, template) => {
    expect(reasonOf(template, list(10_000))).toBeNull()
    expect(reasonOf(template, list(10_001))).toMatch(tooLong)
  })
})

it('a template makes up to 2 MiB of text', () => {
  const values = (length: number) => ({ text: 'x'.repeat(length) })
  expect(reasonOf('{{ text }}', values(2_097_152))).toBeNull()
  expect(reasonOf('{{ text }}', values(2_097_153))).toBe('The template produces too much text.')
})

it('a template has up to 262,144 characters', () => {
  expect(reasonOf('x'.repeat(262_144), {})).toBeNull()
  expect(reasonOf('x'.repeat(262_145), {})).toBe('The template is too long.')
})

it('a template makes up to 6,000,000 characters on its way', () => {
  const values = { text: 'x'.repeat(999_000) }
  const times = (count: number) => '{% capture a %}{{ text }}{% endcapture %}'.repeat(count)
  expect(reasonOf(times(6), values)).toBeNull()
  expect(reasonOf(times(7), values)).toBe('The template produces too much text.')
})

it('JSON that a template writes counts as text that it makes', () => {
  const values = { text: 'x'.repeat(999_000) }
  const write = '{% assign a = text | json %}'
  expect(reasonOf(write.repeat(5), values)).toBeNull()
  expect(reasonOf(write.repeat(7), values)).toBe('The template produces too much text.')
})

it('JSON that a template reads counts as text that it makes', () => {
  const values = { text: 'x'.repeat(999_000), body: `["${'x'.repeat(10_000)}"]` }
  const made = '{% capture a %}{{ text }}{% endcapture %}'.repeat(6)
  expect(reasonOf(made, values)).toBeNull()
  expect(reasonOf(`${made}{% assign b = body | json: "$[1]" %}`, values)).toBe('The template produces too much text.')
})

it('JSON that a template reads counts once, however many paths are read out of it', () => {
  // Seven times the body are more than a template may make; so few paths take a small part of its time.
  const values = { body: JSON.stringify(['x'.repeat(900_000)]) }
  expect(reasonOf('{% assign a = body | json: "$[1]" %}'.repeat(7), values)).toBeNull()
})
