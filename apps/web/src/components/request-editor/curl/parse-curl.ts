import type { HeaderList } from '@knockwire/domain/headers/header-list'
import { RequestMethod, sendsBody } from '@knockwire/domain/requests/request-target'
import { curlBody, isData, readsFile, type CurlBody } from './curl-body.ts'
import { curlHeaders } from './curl-headers.ts'
import { isWorthTelling } from './curl-options.ts'
import { splitLogin, toLogin, withQuery, withScheme, type CurlLogin } from './curl-url.ts'
import { splitOptions, type CurlArgument } from './split-options.ts'
import { tokenizeCommand } from './tokenize-command.ts'

/** What a `curl` command asks for, in the words of the request editor. */
export interface CurlRequest {
  uri: string
  method: RequestMethod
  headers: HeaderList
  body: string | null
  basicAuth: CurlLogin
  followRedirect: boolean
  allowInsecureCerts: boolean
  /** The options that could not be taken over, as written. */
  leftOut: string[]
}

export const isCurlCommand = (text: string) => /^\s*(?:\$\s+)?curl(?:\.exe)?\s+\S/.test(text)

/** Reads a `curl` command; null where the text is none, or names no URL. */
export function parseCurl(text: string): CurlRequest | null {
  if (!isCurlCommand(text)) return null
  const words = tokenizeCommand(text.trim().replace(/^\$\s+/, ''))
  const args = splitOptions(words.slice(1))
  const url = args.find(isUrl)?.value
  if (url === undefined) return null
  const has = (name: string) => args.some((arg) => arg.name === name)
  const data = curlBody(args)
  const query = has('--get') ? data : null
  const method = methodOf(args, data)
  const body = query === null && sendsBody(method) ? data : null
  const { uri, login } = splitLogin(withScheme(url))
  const user = valuesOf(args, '--user').at(-1)
  return {
    uri: query === null ? uri : withQuery(uri, query.text),
    method,
    headers: curlHeaders(args, body),
    body: body?.text ?? null,
    basicAuth: user === undefined ? login : toLogin(user),
    followRedirect: has('--location'),
    allowInsecureCerts: has('--insecure'),
    leftOut: leftOut(args, method, data !== null && body === null && query === null),
  }
}

const valuesOf = (args: readonly CurlArgument[], name: string) =>
  args.filter((arg) => arg.name === name).map(({ value }) => value)

/** A method that we do not offer is left out, and said so. */
function methodOf(args: readonly CurlArgument[], body: CurlBody | null): RequestMethod {
  const asked = RequestMethod.safeParse(valuesOf(args, '--request').at(-1)?.toUpperCase())
  if (asked.success) return asked.data
  const has = (name: string) => args.some((arg) => arg.name === name)
  if (has('--head')) return 'HEAD'
  if (has('--get')) return 'GET'
  if (has('--upload-file')) return 'PUT'
  return body !== null || args.some(({ name }) => /^--(?:data|form|json)/.test(name)) ? 'POST' : 'GET'
}

const takenOver = new Set(
  `--request --header --data --data-raw --data-binary --data-urlencode --json --user --user-agent --referer --cookie --url
  --oauth2-bearer --location --insecure --get --head`.split(/\s+/),
)

function leftOut(args: readonly CurlArgument[], method: RequestMethod, isDataUnused: boolean): string[] {
  const [, ...otherUrls] = args.filter(isUrl)
  const unused = args.filter((arg) => isUnused(arg, method) || (isDataUnused && isData(arg)))
  return [...new Set([...unused, ...otherUrls].map(({ name, value }) => `${name} ${value}`.trim()))]
}

const isUrl = ({ name }: CurlArgument) => name === '' || name === '--url'

function isUnused(arg: CurlArgument, method: RequestMethod): boolean {
  if (isUrl(arg) || !isWorthTelling(arg.name)) return false
  if (arg.name === '--request') return arg.value.toUpperCase() !== method
  return !takenOver.has(arg.name) || readsFile(arg)
}
