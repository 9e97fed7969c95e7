import { withScheme } from '../requests/with-scheme.ts'

/** What a sender put behind a receiver's URL: path and query, empty where there is none. */
export const restOf = (url: string): string => /\/r\/[^/?#]+(.*)/.exec(url)?.[1] ?? ''

/** Where a recorded request goes again: to the target, with the path and query that it came with behind the target's own. */
export function replayUri(target: string, rest: string): string {
  const base = withScheme(target.trim())
  if (rest === '' || base === '') return base
  const [path, restQuery] = splitAt(rest, '?')
  const [basePath, baseQuery] = splitAt(base.replace(/#.*/, ''), '?')
  const queries = [baseQuery, restQuery].filter((query) => query !== undefined)
  const joined = path === '' ? basePath : `${basePath.replace(/\/$/, '')}${path}`
  return queries.length === 0 ? joined : `${joined}?${queries.join('&')}`
}

const splitAt = (text: string, separator: string): [string, string | undefined] => {
  const index = text.indexOf(separator)
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)]
}
