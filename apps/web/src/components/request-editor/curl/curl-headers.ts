import { toHeaderMap } from '../header-map.ts'
import { readsFile, type CurlBody } from './curl-body.ts'
import type { CurlArgument } from './split-options.ts'

type HeaderPair = [name: string, value: string]

/** The headers that the command asks for, and those that curl adds for a body. */
export function curlHeaders(args: readonly CurlArgument[], body: CurlBody | null): Record<string, string> {
  const pairs = args.flatMap(pairsOf)
  const isGiven = (name: string) => pairs.some(([given]) => given.toLowerCase() === name.toLowerCase())
  const implied: HeaderPair[] = []
  if (body !== null) implied.push(['Content-Type', body.contentType])
  if (body?.isJson) implied.push(['Accept', 'application/json'])
  return toHeaderMap([...pairs, ...implied.filter(([name]) => !isGiven(name))])
}

function pairsOf(arg: CurlArgument): HeaderPair[] {
  if (readsFile(arg)) return []
  switch (arg.name) {
    case '--header':
      return headerPair(arg.value)
    case '--cookie':
      return [['Cookie', arg.value]]
    case '--user-agent':
      return [['User-Agent', arg.value]]
    case '--referer':
      return [['Referer', arg.value]]
    case '--oauth2-bearer':
      return [['Authorization', `Bearer ${arg.value}`]]
    default:
      return []
  }
}

/** `Name: value`; `Name;` is a header without a value, and `Name:` takes one of curl's own away, which we do not send. */
function headerPair(line: string): HeaderPair[] {
  const empty = /^([^:;]+);\s*$/.exec(line)
  if (empty?.[1] !== undefined) return [[empty[1].trim(), '']]
  const at = line.indexOf(':')
  const value = line.slice(at + 1).trim()
  return at > 0 && value !== '' ? [[line.slice(0, at).trim(), value]] : []
}
