import { createHash } from 'node:crypto'

const inlineScript = /<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g

/** The sources of a content security policy that allow the inline scripts of documents which our own build wrote, and no others. */
export const scriptHashesOf = (documents: Iterable<string>): string[] => {
  const scripts = new Set<string>()
  for (const html of documents) for (const [, script = ''] of html.matchAll(inlineScript)) scripts.add(script)
  return [...scripts].map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
}
