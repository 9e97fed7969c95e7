import { DomHandler, Parser } from 'htmlparser2'
import { isHtmlType, isXmlType, mediaTypeOf } from '../../../charsets/media-type.ts'
import { maxHtmlDepth, maxHtmlElements, tooDeep, tooManyElements } from './scan-html.ts'

/** Whether a body is XML: its type says so, or its prolog where no type calls it a page. */
export function isXml(body: string, contentType: string | undefined): boolean {
  const mediaType = mediaTypeOf(contentType)
  return isXmlType(mediaType) || (!isHtmlType(mediaType) && body.trimStart().startsWith('<?xml'))
}

type Document = DomHandler['root']

/** A document, or why it is not parsed. Its limits are those of a page, and parsing ends where one is passed. */
export function parseXml(body: string): Document | { reason: string } {
  const handler = new BoundedHandler()
  const parser = new Parser(handler, { xmlMode: true })
  const step = 65_536
  for (let at = 0; at < body.length && handler.problem === null; at += step) parser.write(body.slice(at, at + step))
  if (handler.problem !== null) return { reason: handler.problem }
  parser.end()
  return handler.root
}

class BoundedHandler extends DomHandler {
  problem: string | null = null
  #elements = 0
  #depth = 0

  constructor() {
    super(undefined, { xmlMode: true })
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#elements += 1
    this.#depth += 1
    if (this.#elements > maxHtmlElements) this.problem ??= tooManyElements
    else if (this.#depth > maxHtmlDepth) this.problem ??= tooDeep
    // What follows in the same piece of the text is not kept.
    if (this.problem === null) super.onopentag(name, attributes)
  }

  override onclosetag(): void {
    this.#depth -= 1
    if (this.problem === null) super.onclosetag()
  }
}
