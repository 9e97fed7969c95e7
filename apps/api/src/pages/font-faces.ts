import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const families: Readonly<Record<string, string>> = { geist: 'Geist', 'geist-mono': 'Geist Mono' }

/** As the build of the dashboard names its fonts in each document, by a hash of their content. */
const fontLink = /"(\/assets\/(geist-mono|geist)-[\w-]{8}\.woff2)"/g

/**
 * The dashboard's typeface, for a stylesheet of the server's own; empty where the dashboard is not built. `optional`: a page that
 * does not have it at once is shown without it, and moves nothing when it comes. The next page has it.
 */
export async function fontFaces(webRoot: string): Promise<string> {
  const document = await readFile(join(webRoot, 'index.html'), 'utf8').catch(() => '')
  return [...document.matchAll(fontLink)]
    .map(
      ([, url, name = '']) => `@font-face {
  font-family: '${families[name]}';
  src: url('${url}') format('woff2');
  font-weight: 400 700;
  font-display: optional;
}
`,
    )
    .join('')
}
