import { type HeaderList, headerValues, type ReadonlyHeaderList } from '@knockwire/domain/headers/header-list'

/** Of the connection that the request came over, or set anew for where it goes now. */
const left: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** What a recorded request's headers are when it is sent again: in their order, duplicates kept. */
export const replayHeaders = (headers: ReadonlyHeaderList): HeaderList => {
  const dropped = new Set([...left, ...namedByConnection(headers)])
  return headers.filter(([name]) => !dropped.has(name.toLowerCase())).map(([name, value]) => [name, value])
}

/** The Connection header names more that belong to it. */
const namedByConnection = (headers: ReadonlyHeaderList): string[] =>
  headerValues(headers, 'connection').flatMap((value) => value.split(',').map((option) => option.trim().toLowerCase()))
