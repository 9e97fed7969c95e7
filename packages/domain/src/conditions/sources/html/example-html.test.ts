import { expect, it } from 'vitest'
import { exampleElement } from './example-html.ts'
import { htmlElement } from './html-element.ts'
import { htmlParser } from './html-parser.ts'

it.each([
  ['b', '<b>x</b>'],
  ['#main .price', '<div id="main"><p class="price">x</p></div>'],
  [' ul > li.a#b.c , b', '<ul><li id="b" class="a c">x</li></ul>'],
  ['div a[href]', '<p>x</p>'],
  ['> b', '<p>x</p>'],
  ['', '<p>x</p>'],
])('an example of %j is made up', (selector, html) => {
  expect(exampleElement(selector, 'x')).toBe(html)
})

it('an example of an element has its text as it is', () => {
  expect(exampleElement('b', 'a & b < c > d &')).toBe('<b>a &amp; b &lt; c &gt; d &amp;</b>')
})

it('an example page has an element for each value that there is', () => {
  const given = [
    { property: 'b', value: 1 },
    { property: 'i', value: null },
    { property: 'u', value: 'x' },
  ]
  expect(htmlParser.exampleBody(given)).toBe('<b>1</b>\n\n<u>x</u>')
  expect(htmlParser.exampleBody([])).toBe('<p>example</p>')
})

it('selectors are the same whatever stands around them', () => {
  expect(htmlElement.example.propertyKey(' b ')).toBe('b')
})
