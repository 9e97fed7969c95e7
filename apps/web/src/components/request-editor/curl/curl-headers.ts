import { hasHeader, type HeaderList } from '@knockwire/domain/headers/header-list'
import { readsFile, type CurlBody } from './curl-body.ts'
import type { CurlArgument } from './split-options.ts'

/** The headers that the command asks for, in their order, and those that curl adds for a body. */
export function curlHeaders(args: readonly CurlArgument[], body: CurlBody | null): HeaderList {
  const given = [...args.flatMap(pairsOf), ...cookies(args)]
  const implied: HeaderList = []
  if (body !== null) implied.push(['Content-Type', body.contentType])
  if (body?.isJson) implied.push(['Accept', 'application/json'])
  return [...given, ...implied.filter(([name]) => !hasHeader(given, name))]
}

/** What several --cookie say goes out as one header. */
function cookies(args: readonly CurlArgument[]): HeaderList {
  const values = args.filter((arg) => arg.name === '--cookie' && !readsFile(arg)).map(({ value }) => value)
  return values.length === 0 ? [] : [['Cookie', values.join('; ')]]
}

function pairsOf(arg: CurlArgument): HeaderList {
  if (readsFile(arg)) return []
  switch (arg.name) {
    case '--header':
      return headerPair(arg.value)
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
function headerPair(line: string): HeaderList {
  const empty = /^([^:;]+);\s*$/.exec(line)
  if (empty?.[1] !== undefined) return [[empty[1].trim(), '']]
  const at = line.indexOf(':')
  const value = line.slice(at + 1).trim()
  return at > 0 && value !== '' ? [[line.slice(0, at).trim(), value]] : []
}
