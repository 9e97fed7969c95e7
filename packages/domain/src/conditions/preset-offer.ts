import { jsonPathOf, outlineJson } from '../bodies/json-outline.ts'
import { cell, kindOf, type NodeKind, type Outline } from '../bodies/outline.ts'
import { isHtmlType, mediaTypeOf } from '../charsets/media-type.ts'
import { nothingOffered, type PresetOffer } from './presets.ts'

interface LatestExecution {
  responseTimeMs: number | null
  /** Null where the body is no text, or only its beginning is there. */
  body: string | null
  contentType: string | undefined
}

/** In characters: what is longer takes noticeable time to read beside a dialog. */
const longestRead = 500_000

const valueKinds: ReadonlySet<NodeKind> = new Set(['string', 'number', 'boolean'])

/** What a preset may be filled in with: the first value of the body, and the first number, with their paths. */
export function presetOffer({ responseTimeMs, body, contentType }: LatestExecution): PresetOffer {
  const offer = { ...nothingOffered, responseTimeMs }
  if (body === null || body.length > longestRead) return offer
  const outline = /^[\s\u{feff}]*[[{]/u.test(body) ? outlineJson(body) : null
  if (outline) return { ...offer, bodySource: 'response_body_json', ...valuesIn(body, outline) }
  if (!isHtmlType(mediaTypeOf(contentType)) && !/^\s*<(?:!doctype html|html)\b/i.test(body)) return offer
  return { ...offer, bodySource: 'response_body_html_element', valueProperty: headingIn(body) }
}

function valuesIn(text: string, outline: Outline): Pick<PresetOffer, 'valueProperty' | 'numberProperty' | 'number'> {
  const number = firstOf(outline, (kind) => kind === 'number')
  return {
    valueProperty: pathOf(
      text,
      outline,
      firstOf(outline, (kind) => valueKinds.has(kind)),
    ),
    numberProperty: pathOf(text, outline, number),
    number: number === null ? '' : text.slice(cell(outline, 'start', number), cell(outline, 'end', number)),
  }
}

function firstOf(outline: Outline, isMatch: (kind: NodeKind) => boolean): number | null {
  for (let node = 0; node < outline.count; node++) if (isMatch(kindOf(outline, node))) return node
  return null
}

const pathOf = (text: string, outline: Outline, node: number | null): string =>
  node === null ? '' : jsonPathOf(text, outline, node)

/** The page's heading, else its title: each is there once, and says what the page is about. */
const headingIn = (page: string): string => {
  if (/<h1[\s>]/i.test(page)) return 'h1'
  return /<title[\s>]/i.test(page) ? 'title' : ''
}
