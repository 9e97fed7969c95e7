import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { html } from '../../pages/html.ts'
import { type DocumentPart, markDocument } from '../../pages/mark-document.ts'
import { scriptHashesOf } from '../../plugins/response/script-hashes.ts'
import type { Settings } from '../../settings.ts'
import type { Variant } from '../site/site-pages.ts'

export interface Document extends Variant {
  /** Of the scripts in it, for the policy that allows them. */
  scriptHashes: readonly string[]
}

/** What the instance offers, in the document itself: its page shows the right things at once, without a call. */
const withInstance = (document: string, { instance }: Settings): string =>
  document.replace('<title>', (title) => {
    const meta = html`<meta name="knockwire-instance" content="${JSON.stringify(instance)}" />`
    return meta.markup + title
  })

const readDocument = (file: string, settings: Settings, without: readonly DocumentPart[]): Document => {
  const built = readFileSync(file, 'utf8')
  const body = markDocument(withInstance(built, settings), settings.instance, without)
  const etag = `W/"${createHash('sha256').update(body).digest('base64url')}"`
  return { body, etag, scriptHashes: scriptHashesOf([built]) }
}

type ReadDocument = (name: string, without?: readonly DocumentPart[]) => Document | undefined

/**
 * Reads the web's documents by their names; undefined for one that is not built. `without`: what the instance lacks, beside what its
 * settings say. A build may replace a document while the server runs: a changed file is read again.
 */
export const documentReader = (settings: Settings): ReadDocument => {
  const known = new Map<string, { version: string; document: Document }>()
  return (name, without = []) => {
    const key = [name, ...without].join(' ')
    const file = join(settings.webRoot, name)
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    // A file that is being written may have its last time already.
    const version = `${stats.mtimeMs} ${stats.size}`
    const read = known.get(key)
    if (read?.version === version) return read.document
    const document = readDocument(file, settings, without)
    known.set(key, { version, document })
    return document
  }
}
