import { load } from 'cheerio'
import { describe, expect, it } from 'vitest'
import { extractHtml } from './extract-html.ts'
import { selectElement, SelectorTooCostly } from './select-element.ts'

const list = Array.from({ length: 9 }, (_, at) => `<li class="c${at % 3}">${at}<b>${at}</b>`).join('')
const page = load(`<h1>Top</h1><ul id=a>${list}</ul>text<ol>${list}</ol><p>one<!-- no --><p>two<i>x</i><p hidden>three`)

describe('selectElement finds what the library finds', () => {
  const formulas = ['1', '2', '9', '10', 'odd', 'even', 'n', '3n', '3n+2', '-n+3', 'n+8', '0']
  const positions = ['nth-child', 'nth-last-child', 'nth-of-type', 'nth-last-of-type']
  it.each(positions)('for :%s', (name) => {
    for (const formula of formulas) {
      for (const part of ['li', 'ol li', 'p', 'i', 'ul > .c1', 'b']) {
        const selector = `${part}:${name}(${formula})`
        expect([selector, selectElement(page, selector)]).toEqual([selector, page(selector)[0]])
      }
    }
  })

  it.each([
    'li',
    '*',
    'ol > li + li',
    'h1 ~ p',
    'p ~ p ~ p',
    'li:not(:first-child)',
    'li:last-child b',
    'p:only-of-type',
    'ul:has(> .c2)',
    'li:contains("7")',
    'li:eq(3)',
    'li:gt(3):lt(2)',
    'ol li:last',
    'li:first, h1',
    '[hidden]',
    ':root > body > *:nth-child(2)',
    'q',
  ])('for %s', (selector) => expect(selectElement(page, selector)).toEqual(page(selector)[0]))
})

describe('what a selector looks at is bounded', () => {
  const many = 20_000
  const paragraphs = '<p>x</p>'.repeat(many)
  const large = load(paragraphs)

  it.each([
    `p:nth-child(${many})`,
    'p:nth-child(1000000)',
    'p:nth-last-child(3n+1) i',
    'p:nth-of-type(2n+1):nth-last-of-type(5n+1) i',
    'p:not(:nth-child(n+1)) i',
  ])('positions among %s siblings take a few steps each: %s', (selector) => {
    expect(() => selectElement(large, selector, { maxSteps: many * 10 })).not.toThrow()
  })

  it.each(['q ~ p', 'p:has(~ q)', 'p:has(+ p + p + p + q)'])('a quadratic one is given up: %s', (selector) => {
    expect(() => selectElement(large, selector)).toThrow(SelectorTooCostly)
    expect(extractHtml(paragraphs, selector)).toEqual({
      value: null,
      problem: 'The selector looks at too many elements of the page.',
    })
  })

  it('long texts that are read again and again count too', () => {
    const deep = `${'<div>'.repeat(500)}${'x'.repeat(900_000)}`
    expect(() => selectElement(load(deep), 'div:contains("y")')).toThrow(SelectorTooCostly)
  })
})
