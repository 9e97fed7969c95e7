import { isHtmlType, isXmlType, mediaTypeOf } from '../../../charsets/media-type.ts'

/**
 * Whether a body is XML: its type says so, or its prolog where no type calls it a page. Feeds are often served as pages; their
 * first element identifies them.
 */
export function isXml(body: string, contentType: string | undefined): boolean {
  const mediaType = mediaTypeOf(contentType)
  if (isXmlType(mediaType)) return true
  return (!isHtmlType(mediaType) && body.trimStart().startsWith('<?xml')) || isFeed(body)
}

/** How far the first element is looked for. */
const longestProlog = 4096

/** MIME Sniffing, section 7.3: behind blanks, comments, a document type and processing instructions. */
function isFeed(body: string): boolean {
  const head = body.slice(0, longestProlog)
  const prolog = /\s+|<!--[^]*?-->|<\?[^]*?\?>|<!(?!--)[^>]*>/y
  let at = 0
  while (prolog.test(head)) at = prolog.lastIndex
  return /^<(?:rss|feed|rdf:RDF)[\s>]/.test(head.slice(at, at + 10))
}
