import { expect, it } from 'vitest'
import { renderTemplate } from './render-template.ts'

const body =
  '{"id":8202522731445525542,"low":-8202522731445525543,"one":1.0,"seven":7,"half":0.5,"text":"9007199254740993"}'
const render = (filters: string) => {
  const rendering = renderTemplate(`{{ body | json: ${filters} }}`, { body })
  return rendering.kind === 'rendered' ? rendering.text : rendering.reason
}

it.each([
  ['"$.id" | plus: 1', '8202522731445525543'],
  ['"$.id" | plus: "1"', '8202522731445525543'],
  ['"$.id" | minus: 1', '8202522731445525541'],
  ['"$.id" | times: 2', '16405045462891051084'],
  ['"$.id" | times: -1', '-8202522731445525542'],
  ['"$.id" | plus: 1 | minus: 1 | json', '8202522731445525542'],
  ['"$.id" | at_least: 1', '8202522731445525542'],
  ['"$.low" | at_most: 1', '-8202522731445525543'],
  ['"$.low" | abs', '8202522731445525543'],
  ['"$.id" | round', '8202522731445525542'],
  ['"$.id" | floor', '8202522731445525542'],
  ['"$.id" | ceil', '8202522731445525542'],
  ['"$.id" | modulo: 10', '2'],
  ['"$.low" | modulo: 10', '7'],
  ['"$.text" | plus: 0', '9007199254740993'],
  ['"$.seven" | times: 9007199254740991', '63050394783186937'],
])('a filter computes with integers of any length exactly: %s', (filters, expected) => {
  expect(render(filters)).toBe(expected)
})

it.each([
  ['"$.id" | at_most: 10', '10'],
  ['"$.id" | modulo: 0', 'NaN'],
  ['"$.one" | plus: 1', '2'],
  ['"$.seven" | times: 2', '14'],
  ['"$.half" | plus: 1', '1.5'],
  ['"$.seven" | modulo: -4', '-1'],
  ['"$.seven" | divided_by: 2', '3.5'],
])('a filter makes the number that Liquid makes where that is one: %s', (filters, expected) => {
  expect(render(filters)).toBe(expected)
})
