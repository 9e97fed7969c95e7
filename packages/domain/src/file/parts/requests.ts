import type { DefinedRequest } from '../../definitions/definition.ts'
import { compileJsonTemplate } from './json-template.ts'
import type { FileHeaders, FileRequest } from '../file-schema.ts'
import { FileProblem, type Path } from '../problem.ts'

type Target = DefinedRequest['target']
type Header = Target['headers'][number]

export const jsonType = 'application/json'

const listOf = (headers: FileHeaders): Header[] =>
  Array.isArray(headers) ? headers.map(([name, value]): Header => [name, value]) : Object.entries(headers)

const isContentType = ([name]: Header) => name.toLowerCase() === 'content-type'

/**
 * A request as the file writes it. `isTemplate`: of a notification, whose body is a template; of a task, it is sent as it stands.
 */
export function readRequest(
  { url, method, headers, body, json, bodyFile, basicAuth, ...flags }: FileRequest,
  isTemplate: boolean,
  path: Path,
): DefinedRequest {
  if (url === undefined) throw new FileProblem(path, 'Write the url.')
  if (bodyFile !== undefined) throw new FileProblem([...path, 'bodyFile'], 'The file could not be read.')
  const written = listOf(headers ?? {})
  const hasBody = body !== undefined || json !== undefined
  if (hasBody && method === undefined)
    throw new FileProblem(path, 'A request with a body needs its method, such as POST.')
  const typed: Header[] =
    json === undefined || written.some(isContentType) ? written : [...written, ['Content-Type', jsonType]]
  return {
    target: {
      uri: url,
      method: method ?? 'GET',
      headers: typed,
      body: json === undefined ? (body ?? null) : isTemplate ? compileJsonTemplate(json) : JSON.stringify(json),
      followRedirect: flags.followRedirects ?? true,
      allowInsecureCerts: flags.allowInsecureCertificates ?? false,
      basicAuth: basicAuth === undefined ? { status: 'DISABLED', username: '' } : { status: 'ENABLED', ...basicAuth },
    },
  }
}

/** A map, as long as it keeps order and repetition; names of integers would be put first. */
const writeHeaders = (headers: readonly Header[]): FileHeaders => {
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  const isMap = names.size === headers.length && headers.every(([name]) => !/^\d+$|^__proto__$/.test(name))
  return isMap ? Object.fromEntries(headers) : headers.map(([name, value]) => [name, value])
}

const deepestJson = 20

/** Whether YAML keeps it as it is: no number of too many digits, not too deep. */
const isPlain = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === deepestJson || Object.hasOwn(value, '__proto__')) return false
  return Object.values(value).every((each) => isPlain(each, depth + 1))
}

/** What `json:` writes as this text, where there is such a thing. */
const jsonOf = (body: string): FileRequest['json'] => {
  try {
    const value = JSON.parse(body) as NonNullable<FileRequest['json']> | null
    return typeof value === 'object' && isPlain(value) && JSON.stringify(value) === body ? value : undefined
  } catch {
    return undefined
  }
}

/** The same as a file writes it, without what is left out. */
export function writeRequest({ target }: DefinedRequest, isTemplate: boolean): FileRequest {
  const { uri, method, headers, body, followRedirect, allowInsecureCerts, basicAuth } = target
  const json = body === null || isTemplate || !headers.some(isContentType) ? undefined : jsonOf(body)
  return {
    url: uri,
    ...(method === 'GET' && body === null ? {} : { method }),
    ...(headers.length === 0 ? {} : { headers: writeHeaders(headers) }),
    ...(json !== undefined ? { json } : body === null ? {} : { body }),
    ...(basicAuth.status === 'DISABLED' ? {} : { basicAuth: writeBasicAuth(basicAuth) }),
    ...(followRedirect ? {} : { followRedirects: false }),
    ...(allowInsecureCerts ? { allowInsecureCertificates: true } : {}),
  }
}

/** One that is stored and not shown stays where a file has none. */
const writeBasicAuth = ({ username, password }: Target['basicAuth']): NonNullable<FileRequest['basicAuth']> =>
  typeof password === 'string' ? { username, password } : { username }
