import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** By the path of a page, with `:id` for any segment: the files that its script will load. The build writes it. */
const PreloadFiles = z.record(z.string(), z.array(z.string()))

const read = (webRoot: string): z.output<typeof PreloadFiles> => {
  try {
    return PreloadFiles.parse(JSON.parse(readFileSync(join(webRoot, '.preload-files.json'), 'utf8')))
  } catch {
    // Not built yet, or by an older version: pages load all the same, only later.
    return {}
  }
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(':id', '[^/]+')}/?$`)

/** The header that has a browser load a page's files beside its document; undefined where none are known. */
export const preloadLinks = (webRoot: string): ((url: string) => string | undefined) => {
  const pages = Object.entries(read(webRoot)).map(([path, files]) => ({
    pattern: patternOf(path),
    links: files.map((file) => `<${file}>; rel=modulepreload; crossorigin`).join(', '),
  }))
  return (url) => {
    const [path = ''] = url.split('?', 1)
    return pages.find(({ pattern }) => pattern.test(path))?.links
  }
}
