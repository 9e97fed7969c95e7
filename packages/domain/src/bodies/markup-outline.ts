import { Parser } from 'htmlparser2'
import { cell, kindOf, OutlineBuilder, type Outline } from './outline.ts'

/** Deeper markup is shown as text: finding the tag that one closes takes longer with each level. */
const deepest = 2_000

/** An element around no more text than this stands on one line with it. */
const oneLine = 120

/**
 * The structure of an HTML or XML text by positions in it; null where it has no element, or nests beyond all use. Nothing of
 * it is run or loaded. Blank text between elements is left out.
 */
export function outlineMarkup(text: string, language: 'html' | 'xml'): Outline | null {
  const builder = new OutlineBuilder()
  let elements = 0
  let isTooDeep = false
  /** Comments and CDATA sections are passed on in several parts. */
  const extend = (kind: 'text' | 'comment', start: number, end: number) => {
    const last = builder.count - 1
    const isSame =
      last >= 0 &&
      builder.kindOf(last) === kind &&
      builder.get('parent', last) === builder.current &&
      builder.get('end', last) === start
    if (isSame) builder.set('end', last, end)
    else builder.add(kind, start, end)
  }
  const isBlank = (node: number) =>
    builder.kindOf(node) === 'text' && text.slice(builder.get('start', node), builder.get('end', node)).trim() === ''
  const dropBlank = () => {
    const last = builder.count - 1
    if (last >= 0 && builder.get('parent', last) === builder.current && isBlank(last)) builder.removeLast()
  }
  const parser: Parser = new Parser(
    {
      onopentag() {
        dropBlank()
        elements++
        const end = parser.endIndex + 1
        builder.open(builder.add('element', parser.startIndex, end, parser.startIndex, end))
        if (builder.depth <= deepest) return
        isTooDeep = true
        parser.pause()
      },
      onclosetag(_name, isImplied) {
        dropBlank()
        const node = builder.current
        // An implied end is where the next tag begins, or the text ends.
        builder.close(isImplied ? Math.max(parser.startIndex, builder.get('nameEnd', node)) : parser.endIndex + 1)
        foldShortText(builder, node)
      },
      ontext() {
        extend('text', parser.startIndex, parser.endIndex + 1)
      },
      oncomment() {
        dropBlank()
        extend('comment', parser.startIndex, parser.endIndex + 1)
      },
      onprocessinginstruction() {
        dropBlank()
        builder.add('directive', parser.startIndex, parser.endIndex + 1)
      },
    },
    { xmlMode: language === 'xml', decodeEntities: false, recognizeSelfClosing: language === 'xml' },
  )
  // In pieces, so that reading ends where the depth is beyond use.
  for (let at = 0; at < text.length && !isTooDeep; at += 65_536) parser.write(text.slice(at, at + 65_536))
  if (isTooDeep) return null
  parser.end()
  dropBlank()
  return elements === 0 ? null : builder.build()
}

/** `<title>Tea</title>` is one line, not a node that unfolds to a word. */
function foldShortText(builder: OutlineBuilder, node: number): void {
  const isOnlyText = builder.get('children', node) === 1 && builder.kindOf(node + 1) === 'text'
  if (!isOnlyText || builder.get('end', node) - builder.get('start', node) > oneLine) return
  builder.open(node)
  builder.removeLast()
  builder.close(builder.get('end', node))
}

const deepestIndent = 40

/** An XML text indented by its elements; null where that is longer than `limit` characters. */
export function formatXml(text: string, outline: Outline, limit: number): string | null {
  const lines: string[] = []
  const open: number[] = []
  let length = 0
  const write = (depth: number, line: string) => {
    const indented = '  '.repeat(Math.min(depth, deepestIndent)) + line
    lines.push(indented)
    length += indented.length + 1
  }
  const closeUpTo = (node: number) => {
    for (let last = open.at(-1); last !== undefined && cell(outline, 'next', last) <= node; last = open.at(-1)) {
      open.pop()
      write(cell(outline, 'depth', last), `</${tagName(text, outline, last)}>`)
    }
  }
  for (let node = 0; node < outline.count; node++) {
    closeUpTo(node)
    const depth = cell(outline, 'depth', node)
    if (kindOf(outline, node) === 'element' && cell(outline, 'children', node) > 0) {
      write(depth, openingTag(text, outline, node))
      open.push(node)
    } else write(depth, text.slice(cell(outline, 'start', node), cell(outline, 'end', node)).trim())
    if (length > limit) return null
  }
  closeUpTo(outline.count)
  return length > limit ? null : lines.join('\n')
}

/** An element's opening tag as written. */
export const openingTag = (text: string, outline: Outline, node: number): string =>
  text.slice(cell(outline, 'nameStart', node), cell(outline, 'nameEnd', node))

export function tagName(text: string, outline: Outline, node: number): string {
  const start = cell(outline, 'nameStart', node)
  return /^<([^\s/>]+)/.exec(text.slice(start, start + 200))?.[1] ?? ''
}
