import { describe, expect, it } from 'vitest'
import { formatXml, outlineMarkup, tagName } from './markup-outline.ts'
import { cell, kindOf, nodeAt } from './outline.ts'

const nodesOf = (text: string, language: 'html' | 'xml') => {
  const outline = outlineMarkup(text, language)
  if (!outline) return null
  return Array.from({ length: outline.count }, (_, node) => [
    cell(outline, 'depth', node),
    kindOf(outline, node),
    text.slice(cell(outline, 'start', node), cell(outline, 'end', node)),
  ])
}

describe("A document's outline", () => {
  it('[TH-27] has the elements of HTML as written, with implied ends', () => {
    const html =
      '<!doctype html>\n<HTML><head><title>Tea</title></head><body class=x>A &amp; b<ul><li>One<li>Two</ul><br><!-- c --></body></HTML>\n'
    expect(nodesOf(html, 'html')).toEqual([
      [0, 'directive', '<!doctype html>'],
      [0, 'element', html.trim().slice(16)],
      [1, 'element', '<head><title>Tea</title></head>'],
      [2, 'element', '<title>Tea</title>'],
      [1, 'element', '<body class=x>A &amp; b<ul><li>One<li>Two</ul><br><!-- c --></body>'],
      [2, 'text', 'A &amp; b'],
      [2, 'element', '<ul><li>One<li>Two</ul>'],
      [3, 'element', '<li>One'],
      [3, 'element', '<li>Two'],
      [2, 'element', '<br>'],
      [2, 'comment', '<!-- c -->'],
    ])
  })

  it('has the elements of XML, with CDATA and empty ones', () => {
    expect(nodesOf('<?xml version="1.0"?><a:Feed><b/><![CDATA[<x>]]></a:Feed>', 'xml')).toMatchObject([
      [0, 'directive', '<?xml version="1.0"?>'],
      [0, 'element', '<a:Feed><b/><![CDATA[<x>]]></a:Feed>'],
      [1, 'element', '<b/>'],
      [1, 'text', expect.stringContaining('<x>')],
    ])
  })

  it('has texts and comments whole, and none that are blank', () => {
    expect(nodesOf('x < y<ul> <li>One</li> <!-- c --> </ul> a < b &lt; c<br> ', 'html')).toEqual([
      [0, 'text', 'x < y'],
      [0, 'element', '<ul> <li>One</li> <!-- c --> </ul>'],
      [1, 'element', '<li>One</li>'],
      [1, 'comment', '<!-- c -->'],
      [0, 'text', ' a < b &lt; c'],
      [0, 'element', '<br>'],
    ])
    expect(nodesOf('<a> <?p?> <b/> </a>', 'xml')).toEqual([
      [0, 'element', '<a> <?p?> <b/> </a>'],
      [1, 'directive', '<?p?>'],
      [1, 'element', '<b/>'],
    ])
    expect(nodesOf('<i>x</i><!--a--> <!--b-->', 'html')?.slice(1)).toEqual([
      [0, 'comment', '<!--a-->'],
      [0, 'comment', '<!--b-->'],
    ])
    expect(nodesOf('<b>x</b> tail', 'html')?.at(-1)).toEqual([0, 'text', ' tail'])
  })

  it('counts its elements without the blank texts between them, and finds them by position', () => {
    const text = '<ul> <li>One</li> <li>Two</li> </ul>'
    const outline = outlineMarkup(text, 'html')
    if (!outline) throw new Error('no HTML')
    expect([...outline.children]).toEqual([2, 0, 0])
    expect([...outline.position]).toEqual([0, 0, 1])
    expect(['<ul', 'One', 'Two'].map((part) => nodeAt(outline, text.indexOf(part)))).toEqual([0, 1, 2])
    const directive = outlineMarkup('<?xml?><a>x<b/></a>', 'xml')
    if (!directive) throw new Error('no XML')
    expect([0, 7, 10].map((position) => nodeAt(directive, position))).toEqual([0, 1, 2])
    expect([...directive.nameStart]).toEqual([-1, 7, -1, 11])
    expect([...directive.nameEnd]).toEqual([-1, 10, -1, 15])
  })

  it('knows elements that close themselves in XML only', () => {
    expect(nodesOf('<div/>x<br>', 'html')).toEqual([
      [0, 'element', '<div/>x<br>'],
      [1, 'text', 'x'],
      [1, 'element', '<br>'],
    ])
    expect(nodesOf('<div/>x<br/>', 'xml')?.map(([depth]) => depth)).toEqual([0, 0, 0])
  })

  it('has an element and its text on one line of at most 120 characters', () => {
    expect(nodesOf(`<b>${'x'.repeat(113)}</b>`, 'html')).toHaveLength(1)
    expect(nodesOf(`<b>${'x'.repeat(114)}</b>`, 'html')).toHaveLength(2)
  })

  it('has every element of a text that is read in pieces', () => {
    expect(nodesOf('<p>text</p>'.repeat(9000), 'html')).toHaveLength(9000)
  })

  it('is not made of text without an element, or of what nests beyond use', () => {
    expect(nodesOf('just text', 'html')).toBeNull()
    expect(nodesOf('<a>'.repeat(2000), 'html')).toHaveLength(2000)
    expect(nodesOf('<a>'.repeat(2001), 'html')).toBeNull()
    expect(nodesOf(`<a>${'</b>'.repeat(500)}`, 'html')).toHaveLength(1)
  })

  it('is not made of a hostile text, or is soon', () => {
    expect(nodesOf('<a>'.repeat(100_000), 'html')).toBeNull()
    expect(nodesOf(`<a>${'</b>'.repeat(50_000)}`, 'html')).toHaveLength(1)
  })

  it('gives XML indented at any depth, its texts without the spaces around them', () => {
    const xml = '<a><b><c><d><e/> x <f/></d></c></b><g/></a>'
    const outline = outlineMarkup(xml, 'xml')
    if (!outline) throw new Error('no XML')
    expect(formatXml(xml, outline, 1_000)?.split('\n')).toEqual([
      '<a>',
      '  <b>',
      '    <c>',
      '      <d>',
      '        <e/>',
      '        x',
      '        <f/>',
      '      </d>',
      '    </c>',
      '  </b>',
      '  <g/>',
      '</a>',
    ])
  })

  it('gives XML indented', () => {
    const xml = '<?xml version="1.0"?><feed><entry id="1"><title>Tea</title></entry><x/></feed>'
    const outline = outlineMarkup(xml, 'xml')
    if (!outline) throw new Error('no XML')
    expect(tagName(xml, outline, 1)).toBe('feed')
    const formatted = formatXml(xml, outline, 1_000)
    expect(formatted).toBe(`<?xml version="1.0"?>
<feed>
  <entry id="1">
    <title>Tea</title>
  </entry>
  <x/>
</feed>`)
    const length = formatted?.length ?? 0
    expect(formatXml(xml, outline, length + 1)).toBe(formatted)
    expect(formatXml(xml, outline, length)).toBeNull()
    expect(formatXml(xml, outline, 20)).toBeNull()
  })
})
