import type { HeaderList } from '../../headers/header-list.ts'
import { hasHeader } from '../../headers/read-headers.ts'
import type { CurlArgument } from './curl-arguments.ts'

/** Where no scheme is written, curl takes http. */
export const withScheme = (url: string) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`)

export function withQuery(uri: string, query: string): string {
  const [address = uri, fragment] = uri.split('#', 2)
  const joined = `${address}${address.includes('?') ? '&' : '?'}${query}`
  return fragment === undefined ? joined : `${joined}#${fragment}`
}

export type CurlLogin = { username: string; password: string } | null

/** `name:password`, as -u and URLs write it. */
export function toLogin(text: string): CurlLogin {
  const at = text.indexOf(':')
  return at === -1 ? { username: text, password: '' } : { username: text.slice(0, at), password: text.slice(at + 1) }
}

/** A name and password within the URL belong into the fields for them. */
export function splitLogin(url: string): { uri: string; login: CurlLogin } {
  const match = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@(.*)/is.exec(url)
  if (match === null) return { uri: url, login: null }
  const [, scheme = '', login = '', rest = ''] = match
  return { uri: scheme + rest, login: toLogin(decodeLogin(login)) }
}

function decodeLogin(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export interface CurlBody {
  text: string
  /** What curl itself would say that the text is. */
  contentType: string
  isJson: boolean
}

const formType = 'application/x-www-form-urlencoded'

/** The body that the data options make together, or null where there is none; files cannot be read from here. */
export function curlBody(args: readonly CurlArgument[]): CurlBody | null {
  const parts = args.filter(isData).filter((part) => !readsFile(part))
  if (parts.length === 0) return null
  const isJson = parts.some(({ name }) => name === '--json')
  const text = isJson ? parts.map(({ value }) => value).join('') : parts.map(dataOf).join('&')
  return { text, contentType: isJson ? 'application/json' : formType, isJson }
}

const dataOptions: ReadonlySet<string> = new Set([
  '--data',
  '--data-raw',
  '--data-binary',
  '--data-urlencode',
  '--json',
])

export const isData = ({ name }: CurlArgument) => dataOptions.has(name)

/** With a value that begins with @; --data-raw is not among them. */
const readsFileByAt: ReadonlySet<string> = new Set(['--data', '--data-binary', '--json', '--header'])

/** Whether an option that is supported otherwise has a file for its value. */
export function readsFile({ name, value }: CurlArgument): boolean {
  if (name === '--data-urlencode') return /^[^=]*@/.test(value)
  if (name === '--cookie') return !value.includes('=')
  return readsFileByAt.has(name) && value.startsWith('@')
}

function dataOf({ name, value }: CurlArgument): string {
  if (name !== '--data-urlencode') return value
  const at = value.indexOf('=')
  const field = at > 0 ? `${value.slice(0, at)}=` : ''
  return field + encodeURIComponent(value.slice(at + 1))
}

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
