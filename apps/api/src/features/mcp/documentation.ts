import { extractHtml } from '@knockwire/domain/conditions/sources/html/extract-html'
import type { Site } from '../site/site-pages.ts'
import { ProtocolError } from './protocol.ts'

export interface DocumentationPage {
  uri: string
  name: string
  mimeType: string
}

const titleOf = (html: string): string => /<title>([^<|]*)/.exec(html)?.[1]?.trim() ?? ''

const isPage = (path: string, type: string) => type.startsWith('text/html') && /^\/docs(?:\/|$)/.test(path)

/** The pages of the documentation, as resources that a program may read. */
export const listDocumentation = ({ pages }: Site, origin: string): DocumentationPage[] =>
  [...pages]
    .filter(([path, { type }]) => isPage(path, type))
    .map(([path, { visitor }]) => ({
      uri: `${origin}${path}`,
      name: titleOf(visitor.body) || path,
      mimeType: 'text/plain',
    }))

/** What a page says, without its menus. */
export const readDocumentation = ({ pages }: Site, origin: string, uri: unknown) => {
  const path = typeof uri === 'string' && uri.startsWith(`${origin}/`) ? uri.slice(origin.length) : ''
  const page = pages.get(path)
  if (page === undefined || !isPage(path, page.type)) throw new ProtocolError('notFound', 'There is no such page.')
  const { value } = extractHtml(page.visitor.body, 'main', page.type)
  const text = (typeof value === 'string' ? value : '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
  return { contents: [{ uri, mimeType: 'text/plain', text }] }
}
