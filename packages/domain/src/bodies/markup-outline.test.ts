import { describe, expect, it } from 'vitest'
import { formatXml, outlineMarkup, tagName } from './markup-outline.ts'
import { cell, kindOf } from './outline.ts'

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

  it('gives XML indented', () => {
    const xml = '<?xml version="1.0"?><feed><entry id="1"><title>Tea</title></entry><x/></feed>'
    const outline = outlineMarkup(xml, 'xml')
    if (!outline) throw new Error('no XML')
    expect(tagName(xml, outline, 1)).toBe('feed')
    expect(formatXml(xml, outline, 1_000)).toBe(`<?xml version="1.0"?>
<feed>
  <entry id="1">
    <title>Tea</title>
  </entry>
  <x/>
</feed>`)
    expect(formatXml(xml, outline, 20)).toBeNull()
  })
})
