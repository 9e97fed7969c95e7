import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** By the path of a page, with `:id` for any segment: the files that its script will load. The build writes it. */
const PreloadFiles = z.record(z.string(), z.array(z.string()))

const read = (file: string): z.output<typeof PreloadFiles> => {
  try {
    return PreloadFiles.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Not built yet, or by an older version: pages load all the same, only later.
    return {}
  }
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(':id', '[^/]+')}/?$`)

interface PageLinks {
  pattern: RegExp
  links: string
}

const readLinks = (file: string): PageLinks[] =>
  Object.entries(read(file)).map(([path, files]) => ({
    pattern: patternOf(path),
    links: files.map((name) => `<${name}>; rel=modulepreload; crossorigin`).join(', '),
  }))

/**
 * The header that has a browser load a page's files beside its document; undefined where none are known. A build may replace
 * the files while the server runs, so the links follow what it wrote.
 */
export const preloadLinks = (webRoot: string): ((url: string) => string | undefined) => {
  const file = join(webRoot, '.preload-files.json')
  let known: { version: string; pages: PageLinks[] } | undefined
  const pages = (): PageLinks[] => {
    const stats = statSync(file, { throwIfNoEntry: false })
    // A file that is being written may have its last time already.
    const version = stats === undefined ? '' : `${stats.mtimeMs} ${stats.size}`
    if (known?.version !== version) known = { version, pages: readLinks(file) }
    return known.pages
  }
  return (url) => {
    const [path = ''] = url.split('?', 1)
    return pages().find(({ pattern }) => pattern.test(path))?.links
  }
}
