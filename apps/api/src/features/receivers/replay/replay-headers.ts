import { headerPairs } from '@knockwire/domain/receivers/header-pairs'
import type { HeaderList } from '@knockwire/domain/receivers/receiver'

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

/** What a recorded request's headers, names and values by turns, are when it is sent again; several of one name are joined. */
export const replayHeaders = (turns: readonly string[]): Record<string, string> => {
  const kept = new Map<string, { name: string; value: string }>()
  const headers = headerPairs(turns)
  const dropped = new Set([...left, ...namedByConnection(headers)])
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const known = kept.get(key)
    if (known !== undefined) known.value += `${key === 'cookie' ? '; ' : ', '}${value}`
    else if (!dropped.has(key)) kept.set(key, { name, value })
  }
  return Object.fromEntries([...kept.values()].map(({ name, value }) => [name, value]))
}

/** The Connection header names more that belong to it. */
const namedByConnection = (headers: HeaderList): string[] =>
  headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((option) => option.trim().toLowerCase()))
