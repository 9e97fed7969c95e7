import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { InstanceView } from '@knockwire/domain/instance/instance'
import { type InstancePart, missingParts } from '@knockwire/domain/instance/instance-rules'
import { scriptHashesOf } from '../../plugins/response/script-hashes.ts'
import { markDocument } from '../../pages/mark-document.ts'
import type { Settings } from '../../settings.ts'

export interface SitePage {
  type: string
  /** As a visitor gets it, and as somebody with a session does: the links to sign in differ. */
  visitor: Variant
  signedIn: Variant
}

export interface Variant {
  body: string
  etag: string
}

export interface Site {
  /** By path, without a slash at the end. Empty where the site has not been built. */
  pages: ReadonlyMap<string, SitePage>
  /** CSP sources of the inline scripts that the build wrote. */
  scriptHashes: readonly string[]
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

/** The build knows no addresses: it writes examples, which become this server's own when the pages are read. */
const withOwnAddresses = (text: string, { publicOrigin, receiverOrigin, supportEmail }: Settings) => {
  const own = text
    .replaceAll('https://hooks.knockwire.example', receiverOrigin)
    .replaceAll('https://knockwire.example', publicOrigin)
  if (supportEmail !== null) return own.replaceAll(exampleSupport, supportEmail)
  return own
    .replaceAll(`mailto:${exampleSupport}`, '/dashboard/support')
    .replaceAll(exampleSupport, 'the operator of this server')
}

const exampleSupport = 'support@knockwire.example'

/** What leads to a part of the product, and what is written about it alone. */
const pagesOfParts: Partial<Record<InstancePart, readonly string[]>> = {
  'sign-up': ['/signup'],
  rates: ['/rates', '/docs/rates'],
  plans: ['/docs/plans'],
}

const missingPages = (instance: InstanceView): string[] =>
  missingParts(instance).flatMap((part) => pagesOfParts[part] ?? [])

/**
 * In the text, nothing leads to what this instance does not have. Of menus the style sheets hide the whole entry, which is marked
 * (`data-part`), as they do what leads to the page before or behind (`rel`).
 */
const withoutLinks = (body: string, instance: InstanceView): string =>
  missingPages(instance).reduce(
    (text, path) =>
      text.replaceAll(
        new RegExp(`<a href="${path}(?:#[^"]*)?"(?![^>]* (?:rel|data-part)=)[^>]*>(.*?)</a>`, 'gs'),
        '$1',
      ),
    body,
  )

/** A page that the instance does not have is in no sitemap. */
const withoutEntries = (sitemap: string, { publicOrigin, instance }: Settings): string =>
  missingPages(instance).reduce(
    (text, path) => text.replaceAll(`<url><loc>${publicOrigin}${path}</loc></url>`, ''),
    sitemap,
  )

const variantOf = (body: string): Variant => ({
  body,
  etag: `W/"${createHash('sha256').update(body).digest('base64url')}"`,
})

const pathOf = (file: string) =>
  `/${file
    .split(sep)
    .join('/')
    .replace(/(^|\/)index\.html$/, '')}`

const readPage = (root: string, file: string, settings: Settings): [path: string, page: SitePage] => {
  const { instance } = settings
  const text = withOwnAddresses(readFileSync(join(root, file), 'utf8'), settings)
  const body = file.endsWith('.html')
    ? markDocument(withoutLinks(text, instance), instance)
    : withoutEntries(text, settings)
  const type = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  const visitor = variantOf(body)
  const signedIn = file.endsWith('.html') ? variantOf(body.replace('<html ', '<html data-signed-in ')) : visitor
  return [pathOf(file), { type, visitor, signedIn }]
}

/** Reads the built site once: some sixty pages, a few megabytes. */
export const readSite = (settings: Settings): Site => {
  const { siteRoot, instance } = settings
  if (!instance.hasSite || !existsSync(join(siteRoot, 'index.html'))) return { pages: new Map(), scriptHashes: [] }
  const files = globSync('**/*.{html,xml,txt}', { cwd: siteRoot })
  const missing = missingPages(instance)
  const found = files.filter((file) => !missing.includes(pathOf(file)))
  const pages = new Map(found.map((file) => readPage(siteRoot, file, settings)))
  return { pages, scriptHashes: scriptHashesOf([...pages.values()].map(({ visitor }) => visitor.body)) }
}
