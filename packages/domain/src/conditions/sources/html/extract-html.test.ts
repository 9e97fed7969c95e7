import { describe, expect, it } from 'vitest'
import { extractHtml } from './extract-html.ts'
import { processorTimeMs } from '../../../testing/processor-time.ts'

const page = `<!doctype html><title>Shop &amp; more</title>
<div id=main><h1> Big
   <em>sale</em>\u00a0! </h1>
<table><tr><td>1<td class="price">2</table>
<p class=empty></p><p hidden>last</p></div>`

const read = (selector: string, body: string | null = page) => extractHtml(body, selector)

describe('the first match, its text trimmed and folded', () => {
  it.each([
    ['title', 'Shop & more'],
    ['h1', 'Big sale !'],
    ['#main > table > tbody > tr > td:nth-child(2)', '2'],
    ['td.price', '2'],
    ['td', '1'],
    ['p:last-of-type', 'last'],
    ['.empty', ''],
    ['p:contains("last")', 'last'],
    ['h1:has(em)', 'Big sale !'],
    ['.missing', null],
  ])('[TN-26] %s', (selector, value) => expect(read(selector)).toEqual({ value, problem: null }))

  it('reads what is no page as one', () => {
    expect(read('body', 'plain')).toEqual({ value: 'plain', problem: null })
    expect(read('b', '')).toEqual({ value: null, problem: null })
    expect(read('b', null)).toEqual({ value: null, problem: null })
  })

  it('says why a selector cannot be read', () => {
    expect(read('p[')).toEqual({ value: null, problem: 'This CSS selector cannot be read.' })
    expect(read(`p${' p'.repeat(300)}`)).toEqual({ value: null, problem: 'A CSS selector has at most 512 characters.' })
  })
})

describe('ordinary pages pass the limits', () => {
  it.each([
    ['long lists without end tags', `<ul>${'<li>item'.repeat(5000)}</ul><b>end</b>`],
    ['long tables without end tags', `<table>${'<tr><td>1<td>2'.repeat(5000)}</table><b>end</b>`],
    ['paragraphs without end tags', `${'<p>text<br>'.repeat(5000)}<b>end</b>`],
    ['SVG shapes', `<svg>${'<path d="M0 0"/>'.repeat(5000)}</svg><b>end</b>`],
    ['markup inside scripts', `<script>${'x="<div>";'.repeat(5000)}</script><b>end</b>`],
    ['markup inside comments', `<!--${'<div>'.repeat(5000)}--><b>end</b>`],
    ['scripts one after another', `${'<script>a="</div>"</script><style>p>a{}</style>'.repeat(2000)}<b>end</b>`],
    ['tables in cells', `${'<div><table><tr><td><div>1</div></table></div>'.repeat(2000)}<b>end</b>`],
    ['nesting just below the limit', `${'<div>'.repeat(500)}<b>end</b>${'</div>'.repeat(500)}`],
  ])('%s', (_, body) => expect(read('b', body)).toEqual({ value: 'end', problem: null }))
})

describe('hostile pages end soon', () => {
  const tooDeep = 'The page is nested deeper than 512 levels.'
  const tooMany = 'The page has more than 50000 elements.'
  it.each([
    ['nested elements', '<div>'.repeat(200_000), tooDeep],
    ['nested elements that look closed', '<div/>'.repeat(150_000), tooDeep],
    ['nested unknown elements', '<x-y>'.repeat(150_000), tooDeep],
    ['end tags that end nothing', '<div></b></i>'.repeat(80_000), tooDeep],
    ['self-closed elements that leave SVG', `<svg>${'<div/>'.repeat(100_000)}`, tooDeep],
    ['self-closed elements inside foreign content', `<svg><foreignObject>${'<x/>'.repeat(100_000)}`, tooDeep],
    ['nested tables', '<table><tr><td>'.repeat(50_000), tooDeep],
    ['elements in the style of an SVG', `<svg><style>${'<x>'.repeat(100_000)}`, tooDeep],
    ['end tags in frames', '<div><iframe></div></iframe>'.repeat(20_000), tooDeep],
    ['end tags in elements for browsers without scripts', '<div><noscript></div></noscript>'.repeat(20_000), tooDeep],
    ['elements after a frame that holds half a comment', `<iframe><!--</iframe>${'<x>'.repeat(100_000)}`, tooDeep],
    ['elements after a CDATA section', `<![CDATA[>${'<x>'.repeat(100_000)}`, tooDeep],
    ['elements after a comment that ends with --!>', `<!-- --!>${'<x>'.repeat(100_000)}`, tooDeep],
    ['elements after an empty comment', `<!-->${'<x>'.repeat(100_000)}`, tooDeep],
    ['end tags in attributes', '<div title="></div>">'.repeat(50_000), tooDeep],
    ['end tags in attributes of end tags', '<x></a b="></x>">'.repeat(50_000), tooDeep],
    ['end tags in scripts that look ended', '<div><script></scriptx></div></script>'.repeat(20_000), tooDeep],
    [
      'end tags in scripts in scripts',
      '<div><script><!--<script></script></div></script>--></script>'.repeat(9000),
      tooDeep,
    ],
    ['end tags in selects', '<div><select></div></select>'.repeat(20_000), tooDeep],
    ['end tags in tables', '<div><table></div></table>'.repeat(20_000), tooDeep],
    ['end tags in templates', '<div><template></div></template>'.repeat(20_000), tooDeep],
    ['too many elements', '<i></i>'.repeat(60_000), tooMany],
    [
      'formatting that multiplies',
      `<p>${Array.from({ length: 500 }, (_, at) => `<b a=${at}>`).join('')}${'<p>x'.repeat(200)}`,
      tooMany,
    ],
  ])('%s', (_, body, problem) => {
    const startedAt = processorTimeMs()
    expect(read('b', body)).toEqual({ value: null, problem })
    expect(processorTimeMs() - startedAt).toBeLessThan(3000)
  })
})

it('a selector whose end cannot be read, behind a position, is no value', () => {
  expect(extractHtml('<p>1</p>', ':eq(0)::has()')).toEqual({
    value: null,
    problem: 'This CSS selector cannot be read.',
  })
})
