import { describe, expect, it } from 'vitest'
import { parseMarkup } from './extract-html.ts'
import { scanHtml } from './scan-html.ts'

const tooDeep = 'The page is nested deeper than 512 levels.'
const tooMany = 'The page has more than 50000 elements.'
const many = (text: string) => text.repeat(600)

it('a page is nested up to 512 levels', () => {
  expect([512, 513].map((count) => scanHtml('<div>'.repeat(count)))).toEqual([null, tooDeep])
})

describe('elements that stay open nest', () => {
  it.each([
    ['in capitals', many('<DIV>')],
    ['that are unknown', many('<x-y>')],
    ['written as if they were closed', many('<div/>')],
    ['written as if they were closed, behind another end tag', `<b></b>${many('<x/>')}`],
    ['and end tags of others end nothing', many('<div></b></i>')],
    ['of HTML in an SVG', `<svg>${many('<div/>')}`],
    ['of lists in an SVG', `<svg>${many('<ul/>')}`],
    ['in foreign content of an SVG', `<svg><foreignObject>${many('<x/>')}`],
    ['in the description of an SVG', `<svg><desc>${many('<x/>')}`],
    ['in the annotation of a formula', `<math><annotation-xml>${many('<x/>')}`],
    ['in the style of an SVG', `<svg><style>${many('<x>')}`],
    ['in the title of an SVG', `<svg><title>${many('<x>')}`],
    ['in cells', many('<table><tr><td>')],
    ['behind a title', `<title></title>${many('<x>')}`],
    ['behind a title whose end tag has a slash', `<title></title/>${many('<x>')}`],
    ['behind a title whose end tag has a line break', `<title></TITLE\n>${many('<x>')}`],
    ['behind a frame that holds half a comment', `<iframe><!--</iframe>${many('<x>')}`],
    ['in a comment that ends with --!>', `<!-- --!>${many('<x>')}-->`],
    ['in a CDATA section with a bracket', `<![CDATA[>${many('<X y=1>')}]]>`],
    ['behind an empty comment', `<!-->${many('<x>')}`],
  ])('%s', (_, html) => expect(scanHtml(html)).toBe(tooDeep))

  it.each(['table', 'select', 'template', 'object', 'applet', 'marquee'])('whose end tag stands in a %s', (name) => {
    expect(scanHtml(many(`<div><${name}></div></${name}>`))).toBe(tooDeep)
    expect(scanHtml(many(`<${name}><div></div></${name}>`))).toBeNull()
  })

  it.each([
    ['in an attribute', many('<div title="></div>">')],
    ['in an attribute of an end tag', many('<x></a b="></x>">')],
    ["in an end tag's attribute in single quotes", many("<x></a b='></x>'>")],
    ['in a frame', many('<div><iframe></div></iframe>')],
    ['in a script that looks ended', many('<div><script></scriptx></div></script>')],
    ['behind a script in a comment in a script', `<script><!--\n<SCRIPT></script>${many('<x></x>')}`],
    ['behind a comment that ends with --!>', `<!-- --!> -->${many('<x></x>')}`],
    ['behind a CDATA section with a bracket', `<![CDATA[>]]>${many('<x></x>')}`],
  ])('whose end tag stands %s', (_, html) => expect(scanHtml(html)).toBe(tooDeep))
})

describe('elements that are ended do not nest', () => {
  it.each([
    ['in any case', many('<x></X>')],
    ['by turns', many('<a><b></a></b>')],
    ['with a quote behind the end tag and a space', many('<x></x> "')],
    ['with a quote behind the end tag', many(`<x></x>"<x></x b>'`)],
    ['that have no end tag', many('<br><img>')],
    ['whose end tag may be left out', many('<li><p><td>')],
    ['by themselves in an SVG', `<svg>${many('<path/>')}</svg>`],
    ['by themselves in a formula', `<math>${many('<mi/>')}</math>`],
    ['by themselves behind foreign content', `<svg><foreignObject></foreignObject>${many('<path/>')}</svg>`],
    ['by themselves behind a description', `<svg><desc></desc>${many('<path/>')}</svg>`],
    ['in a comment', `<!--${many('<x>')}-->`],
    ['in a CDATA section without a bracket before', `<![CDATA[]]>${many('<x></x>')}`],
    ['in a comment before the --!> in it', `<!--${many('<x>')}--!>-->`],
    ['and are counted once behind a comment with --!>', `<!-- --!> -->${'<x>'.repeat(300)}`],
    ['and are counted once behind a CDATA section with a bracket', `<![CDATA[>]]>${'<x>'.repeat(300)}`],
    ['that have no end tag in a comment that ends with --!>', `<!-- --!>${many('<br>')}-->`],
    ['before as many as there may be', `<x></x>${'<div>'.repeat(512)}`],
    ['behind a style with half a script', `<style><!--<script></style>${many('<x></x>')}`],
    ['behind a script with half a comment', `<script><!-- </script>${many('<x></x>')}`],
    ['behind a script with the word of another', `<script>a<script</script>${many('<x></x>')}`],
    ['in a title that never ends', `<title></titlex>${many('<x>')}`],
  ])('%s', (_, html) => expect(scanHtml(html)).toBeNull())

  it.each('script style textarea title xmp iframe noembed noframes'.split(' '))(
    'since they are the text of a %s',
    (name) => expect(scanHtml(`<${name}>${many('<x>')}</${name}>`)).toBeNull(),
  )
})

describe('a page is measured again when it is parsed', () => {
  const reasonOf = (html: string) => {
    const parsed = parseMarkup(html)
    return parsed.kind === 'rejected' ? parsed.reason : null
  }

  it('with the two elements that are around all others', () => {
    expect([510, 511].map((count) => reasonOf('<div>'.repeat(count)))).toEqual([null, tooDeep])
  })

  it('with every element, and the three that each page has, but not with its texts and comments', () => {
    const some = '<i></i><script></script><style></style>'
    const page = (rest: string) => `<body>a<!-- -->b<!-- -->c<!-- -->d${some.repeat(16_665)}${rest}`
    expect([page('<i></i><i></i>'), page(some)].map(reasonOf)).toEqual([null, tooMany])
  })
})

it('a page has up to 50,000 elements', () => {
  expect([50_000, 50_001].map((count) => scanHtml('<br>'.repeat(count)))).toEqual([null, tooMany])
})
