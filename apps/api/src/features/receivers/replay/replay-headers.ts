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
  const dropped = new Set([...left, ...namedByConnection(turns)])
  for (let index = 0; index < turns.length; index += 2) {
    const [name = '', value = ''] = turns.slice(index, index + 2)
    const key = name.toLowerCase()
    const known = kept.get(key)
    if (known !== undefined) known.value += `${key === 'cookie' ? '; ' : ', '}${value}`
    else if (!dropped.has(key)) kept.set(key, { name, value })
  }
  return Object.fromEntries([...kept.values()].map(({ name, value }) => [name, value]))
}

/** The Connection header names more that belong to it. */
const namedByConnection = (turns: readonly string[]): string[] =>
  turns.flatMap((name, index) =>
    index % 2 === 0 && name.toLowerCase() === 'connection'
      ? (turns[index + 1] ?? '').split(',').map((option) => option.trim().toLowerCase())
      : [],
  )
