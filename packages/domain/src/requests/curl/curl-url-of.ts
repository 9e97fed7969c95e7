import { fieldBytes, shellWord } from './words/shell-word.ts'

/** What curl would read as a range or a list of URLs, and call each. */
const globs = /[[\]{}]/

/** What curl would take out of a path. */
const dotSegments = /\/(?:\.|%2e)/i

/** What curl sends as it is written. A fragment it drops, and other characters it encodes. */
const unchanged = /^[\x21\x22\x24-\x7e]*$/

/** The options that make curl ask for exactly this URL, and the URL itself last. */
export function curlUrlOf(url: string): string[] {
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? url
  const rest = url.slice(origin.length)
  const target = escaped(rest.startsWith('/') ? rest : `/${rest}`)
  // Header names keep their case in HTTP/1.1 alone, and over TLS curl would rather speak HTTP/2.
  const protocol = /^https:/i.test(origin) ? ['--http1.1'] : []
  if (!unchanged.test(target)) {
    return [...protocol, `--request-target ${shellWord(fieldBytes(target))}`, shellWord(fieldBytes(`${origin}/`))]
  }
  return [
    ...protocol,
    ...(globs.test(target) ? ['--globoff'] : []),
    ...(dotSegments.test(target) ? ['--path-as-is'] : []),
    shellWord(fieldBytes(rest === '' ? origin : origin + target)),
  ]
}

/** White space and what no word of a shell holds would end the request line. */
const escaped = (target: string): string =>
  target.replaceAll(/[\0\t\n\v\f\r ]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
