import type { HeaderList } from '../../headers/header-list.ts'
import type { RequestMethod } from '../request-target.ts'
import { requestMethods, sendsBody } from '../request-rules.ts'
import {
  curlBody,
  curlHeaders,
  type CurlLogin,
  isData,
  readsFile,
  splitLogin,
  toLogin,
  withQuery,
  withScheme,
} from './curl-fields.ts'
import { type CurlArgument, isReported, splitOptions } from './curl-arguments.ts'
import { tokenizeCommand } from './command-words.ts'
import { isCurlCommand } from './is-curl-command.ts'

/** What a `curl` command asks for, in the words of the request editor. */
export interface CurlRequest {
  uri: string
  method: RequestMethod
  headers: HeaderList
  body: string | null
  basicAuth: CurlLogin
  followRedirect: boolean
  allowInsecureCerts: boolean
  /** The options that could not be applied, as written. */
  skippedOptions: string[]
}

/** Reads a `curl` command; null where the text is none, or names no URL. */
export function parseCurl(text: string): CurlRequest | null {
  if (!isCurlCommand(text)) return null
  const words = tokenizeCommand(text.trim().replace(/^\$/, ''))
  const args = splitOptions(words.slice(1))
  const url = args.find(isUrl)?.value
  if (url === undefined) return null
  const has = (name: string) => args.some((arg) => arg.name === name)
  const data = curlBody(args)
  const query = has('--get') ? data : null
  const method = methodOf(args)
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
    skippedOptions: skippedOptions(args, method, body === null && query === null),
  }
}

const valuesOf = (args: readonly CurlArgument[], name: string) =>
  args.filter((arg) => arg.name === name).map(({ value }) => value)

/** A method that we do not offer is skipped, and reported. */
function methodOf(args: readonly CurlArgument[]): RequestMethod {
  const given = valuesOf(args, '--request').at(-1)?.toUpperCase()
  const method = requestMethods.find((offered) => offered === given)
  if (method !== undefined) return method
  const has = (name: string) => args.some((arg) => arg.name === name)
  if (has('--head')) return 'HEAD'
  if (has('--get')) return 'GET'
  if (has('--upload-file')) return 'PUT'
  return args.some(isData) || has('--form') ? 'POST' : 'GET'
}

const supported = new Set(
  `--request --header --data --data-raw --data-binary --data-urlencode --json --user --user-agent --referer --cookie --url
  --oauth2-bearer --location --insecure --get --head`.split(/\s+/),
)

function skippedOptions(args: readonly CurlArgument[], method: RequestMethod, isDataUnused: boolean): string[] {
  const [, ...otherUrls] = args.filter(isUrl)
  const unused = args.filter((arg) => isUnused(arg, method) || (isDataUnused && isData(arg)))
  return [...new Set([...unused, ...otherUrls].map(({ name, value }) => `${name} ${value}`.trim()))]
}

const isUrl = ({ name }: CurlArgument) => name === '' || name === '--url'

function isUnused(arg: CurlArgument, method: RequestMethod): boolean {
  if (isUrl(arg) || !isReported(arg.name)) return false
  if (arg.name === '--request') return arg.value.toUpperCase() !== method
  return !supported.has(arg.name) || readsFile(arg)
}
