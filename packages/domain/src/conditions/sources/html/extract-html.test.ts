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
    expect(read('p[')).toEqual({ value: null, problem: 'This is not a valid CSS selector.' })
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
    ['end tags in elements for browsers without scripts', '<div><noscript></div></noscript>'.repeat(20_000), null],
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
    problem: 'This is not a valid CSS selector.',
  })
})

describe('XML is read as XML', () => {
  const rss = `<?xml version="1.0"?><rss xmlns:media="m"><channel><link>https://a.example/</link><item>
    <title>A &amp; B</title><link>https://a.example/1</link><pubDate>today</pubDate><guid isPermaLink="false">7</guid>
    <media:content url="x"/><media:title>Tea</media:title><br/><description><![CDATA[<b>x</b> & y]]></description></item></channel></rss>`
  const atom =
    '<feed xmlns="http://www.w3.org/2005/Atom"><summary type="html"><![CDATA[x & y]]></summary><link href="l"/><title>t</title></feed>'

  it.each([
    ['item > link', 'https://a.example/1'],
    ['channel > link', 'https://a.example/'],
    ['item > title', 'A & B'],
    ['pubDate', 'today'],
    ['guid[isPermaLink="false"]', '7'],
    [String.raw`media\:title`, 'Tea'],
    [String.raw`media\:content + media\:title`, 'Tea'],
    ['br + description', '<b>x</b> & y'],
    ['pubdate', null],
  ])('by its type: %s', (selector, value) => {
    expect(extractHtml(rss, selector, 'application/rss+xml; charset=utf-8')).toEqual({ value, problem: null })
  })

  it('by its prolog, where no type calls it a page', () => {
    expect(extractHtml(rss, 'item > link').value).toBe('https://a.example/1')
    expect(extractHtml(` \n${rss}`, 'item > link', 'text/plain').value).toBe('https://a.example/1')
    const xhtml = '<?xml version="1.0"?><html><body><p>a<p>b</body></html>'
    expect(extractHtml(xhtml, 'p + p', 'text/html').value).toBe('b')
    expect(extractHtml(xhtml, 'p + p').value).toBeNull()
  })

  it('by its type alone: CDATA, and elements that close themselves', () => {
    expect(extractHtml(atom, 'summary', 'application/atom+xml').value).toBe('x & y')
    expect(extractHtml(atom, 'link + title', 'text/xml').value).toBe('t')
    expect(extractHtml('<a><style>s</style><script>1 &lt; 2</script></a>', 'a', 'application/xml').value).toBe('s1 < 2')
  })

  it('within the limits of a page', () => {
    const nested = (depth: number) => `${'<a>'.repeat(depth)}x${'</a>'.repeat(depth)}`
    expect(extractHtml(nested(512), 'a', 'text/xml')).toEqual({ value: 'x', problem: null })
    expect(extractHtml(nested(513), 'a', 'text/xml').problem).toBe('The page is nested deeper than 512 levels.')
    const many = (count: number) => `<r>${'<a/>'.repeat(count - 1)}</r>`
    expect(extractHtml(many(50_000), 'r', 'text/xml')).toEqual({ value: '', problem: null })
    expect(extractHtml(many(50_001), 'r', 'text/xml').problem).toBe('The page has more than 50000 elements.')
  })
})

describe('a feed is read as XML whatever its type is', () => {
  const item = '<item><link>https://x.example/</link></item>'
  const link = { value: 'https://x.example/', problem: null }

  it.each([
    ['text/html', `<?xml version="1.0"?><rss version="2.0"><channel>${item}</channel></rss>`],
    ['text/html; charset=utf-8', `\n<!-- a > b --><!DOCTYPE rss><?pi a?>\n<rss>${item}</rss>`],
    [undefined, `<feed xmlns="http://www.w3.org/2005/Atom">${item}</feed>`],
    ['application/octet-stream', `<rdf:RDF>${item}</rdf:RDF>`],
  ])('%s, %s', (contentType, body) => expect(extractHtml(body, 'item > link', contentType)).toEqual(link))

  it.each([
    ['text/html', '<?xml version="1.0"?><html><p>a<br>b</html>'],
    ['text/html', '<html><rss></rss><p>a<br>b</html>'],
    [undefined, '<!-- <rss> --><p>a<br>b'],
    [undefined, '<rssx></rssx><p>a<br>b'],
    ['text/html', '<!-- never closed <p>a<br>b -- >'],
  ])('but no page is: %s, %s', (contentType, body) => {
    expect(extractHtml(body, 'br', contentType).value).toBe(body.includes('never') ? null : '')
    expect(extractHtml(body, 'br b', contentType).value).toBeNull()
  })
})

describe('the text is what a reader sees', () => {
  it.each([
    ['without a script', '<div id=c>a<script>b</script> c</div>', '#c', 'a c'],
    ['without a style and a template', '<div id=c><style>a{}</style>x<template><p>t</p></template></div>', '#c', 'x'],
    ['without a comment', '<div id=c>a<!-- b -->c</div>', '#c', 'ac'],
    ['without a style within SVG', '<svg id=c><style>a{}</style><text>x</text></svg>', '#c', 'x'],
    ['in noscript', '<noscript><p class=price>9.50</p></noscript>', '.price', '9.50'],
    ['in noscript of the head, and behind it', '<head><noscript><link rel=x></noscript><title>t</title>', 'title', 't'],
    [
      'of a script that is selected itself',
      '<script id=d type="application/ld+json">{"a":1}</script>',
      '#d',
      '{"a":1}',
    ],
    ['of a style that is selected itself', '<style>a{}</style>', 'style', 'a{}'],
    ['without what stands in for a frame', '<div id=c>a<iframe>b</iframe><noframes>c</noframes></div>', '#c', 'a'],
    ['with a space for a line break', '<div id=c>In<br>stock</div>', '#c', 'In stock'],
    ['with a space between paragraphs and what is around them', '<div id=c>a<p>b<p>c</div>', '#c', 'a b c'],
    ['with a space between cells', '<table id=c><tr><th>12</th><td>7</td></tr><tr><td>5</table>', '#c', '12 7 5'],
    ['with a space between items', '<ul id=c><li>A</li><li>B<ul><li>C</ul></ul>', '#c', 'A B C'],
    [
      'with a space between options and terms',
      '<div id=c><select><option>1<option>2</select><dl><dt>x<dd>y</dl></div>',
      '#c',
      '1 2 x y',
    ],
    ['with none within a line', '<p id=c>1<sup>2</sup><b>3</b><span>4</span><a>5</a>6<wbr>7</p>', '#c', '1234567'],
    ['without what is hidden', '<p id=c>Buy<span hidden> no</span><i hidden=until-found> now</i></p>', '#c', 'Buy now'],
    ['of what is hidden, where that is selected itself', '<p id=c hidden>a<b>b</b></p>', '#c', 'ab'],
    ['without what stands in for an embedded object', '<div id=c>a<noembed>b</noembed></div>', '#c', 'a'],
  ])('%s', (_case, html, selector, value) => expect(read(selector, html)).toEqual({ value, problem: null }))

  it.each([
    ['a&nbsp;b &copy;&eacute;&notin;', 'a b ©é∉'],
    ['a &amp;nbsp; b', 'a &nbsp; b'],
    ['a &lt;&quot;&#233;', 'a <"é'],
    ['<![CDATA[a&nbsp;b]]>', 'a&nbsp;b'],
    ['a &unknown; &nbsp b & c', 'a &unknown; &nbsp b & c'],
  ])('with characters of XHTML that are written by their names: %s', (written, text) => {
    const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${written}</p></body></html>`
    expect(extractHtml(xhtml, 'p', 'application/xhtml+xml')).toEqual({ value: text, problem: null })
  })

  it('without styles and scripts of an SVG document', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><style>a{}</style><script>b</script><text>x</text></svg>'
    expect(extractHtml(svg, 'svg', 'image/svg+xml')).toEqual({ value: 'x', problem: null })
    expect(extractHtml('<a><style>x</style></a>', 'a', 'application/xml').value).toBe('x')
    expect(extractHtml('<a><p>1</p><li hidden="">2</li></a>', 'a', 'application/xml').value).toBe('12')
  })

  it.each([
    'linearGradient',
    'lineargradient',
    'svg > linearGradient[gradientUnits]',
    '[gradientUnits="u"]',
    'svg[viewBox="0 0 1 1"] *',
  ])('names of SVG are found as they are written: %s', (selector) => {
    const html = '<svg viewBox="0 0 1 1"><linearGradient gradientUnits="u">x</linearGradient></svg>'
    expect(read(selector, html)).toEqual({ value: 'x', problem: null })
  })
})
