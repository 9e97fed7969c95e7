import type { HeaderList } from '../../headers/header-list.ts'
import { contentTypeOf, hasHeader } from '../../headers/read-headers.ts'
import type { RequestMethod } from '../request-target.ts'
import { requestMethods, sendsBody } from '../request-rules.ts'
import { fieldText } from './words/byte-text.ts'
import { type CurlArgument, isReported, splitOptions } from './curl-arguments.ts'
import { bodyTextOf, curlData, isData, readsFile } from './curl-data.ts'
import { curlHeaders, isOfTheConnection, namedHeaders } from './curl-headers.ts'
import { type CurlLogin, firstOfGlob, splitLogin, toLogin, withQuery, withScheme, withTarget } from './curl-url.ts'
import { tokenizeCommand } from './words/command-words.ts'
import { isCurlCommand, splitPipe } from './is-curl-command.ts'

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
  const { command, base64 } = splitPipe(text)
  const words = tokenizeCommand(command.trim().replace(/^\$/, ''))
  const args = withInput(splitOptions(words.slice(1)), base64)
  const written = args.find(isUrl)?.value
  if (written === undefined) return null
  const has = (name: string) => args.some((arg) => arg.name === name)
  const data = curlData(args)
  const query = has('--get') ? data : null
  const method = methodOf(args)
  const sent = query === null && sendsBody(method) ? data : null
  const headers = curlHeaders(args, sent !== null)
  const body = sent === null ? null : bodyTextOf(sent, contentTypeOf(headers) ?? '')
  const { first, isOne } = has('--globoff') ? { first: written, isOne: true } : firstOfGlob(written)
  const { uri, login } = splitLogin(withTarget(withScheme(fieldText(first)), valuesOf(args, '--request-target').at(-1)))
  return {
    uri: query === null ? uri : withQuery(uri, fieldText(query)),
    method,
    headers,
    body,
    basicAuth: basicAuthOf(args, login),
    followRedirect: has('--location'),
    allowInsecureCerts: has('--insecure'),
    skippedOptions: [
      ...skippedOptions(args, method, sent === null && query === null),
      ...(isOne ? [] : [`all but the first URL of ${fieldText(written)}`]),
      ...(sent !== null && body === null ? ['the data, which are no text'] : []),
    ],
  }
}

/** What is piped into the command stands where it reads its input. */
function withInput(args: readonly CurlArgument[], base64: string | null): CurlArgument[] {
  if (base64 === null) return [...args]
  const input = atob(base64)
  return args.map((arg) =>
    arg.name === '--data-binary' && arg.value === '@-' ? { name: '--data-raw', value: input } : arg,
  )
}

/** A header of its own, or a token, takes the place of what curl would make of the name and the password. */
function basicAuthOf(args: readonly CurlArgument[], login: CurlLogin): CurlLogin {
  const user = valuesOf(args, '--user').at(-1)
  if (hasHeader(namedHeaders(args), 'authorization') || valuesOf(args, '--oauth2-bearer').length > 0) return null
  return user === undefined ? login : toLogin(fieldText(user))
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
  --oauth2-bearer --location --insecure --get --head --request-target`.split(/\s+/),
)

function skippedOptions(args: readonly CurlArgument[], method: RequestMethod, isDataUnused: boolean): string[] {
  const [, ...otherUrls] = args.filter(isUrl)
  const unused = args.filter((arg) => isUnused(arg, method) || (isDataUnused && isData(arg)))
  return [...new Set([...unused, ...otherUrls].map(({ name, value }) => `${name} ${fieldText(value)}`.trim()))]
}

const isUrl = ({ name }: CurlArgument) => name === '' || name === '--url'

function isUnused(arg: CurlArgument, method: RequestMethod): boolean {
  if (isUrl(arg) || !isReported(arg.name)) return false
  if (arg.name === '--request') return arg.value.toUpperCase() !== method
  return !supported.has(arg.name) || readsFile(arg) || isOfTheConnection(arg)
}
