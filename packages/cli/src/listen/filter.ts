import { restOf } from '@knockwire/domain/receivers/replay-uri'
import { UserError } from '../cli.ts'
import { bytesOf, type Received } from './forward.ts'

type Passes = (received: Received) => boolean

const form = /^(method|path|query|body|header\.[^=!~]+|json\.[^=!~]+)(!=|~=|=)(.*)$/s

const headerValue = ({ requestHeaders }: Received, name: string): string | null => {
  const values = requestHeaders.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
  return values.length === 0 ? null : values.join(', ')
}

/** `a.b.0` within a JSON body. */
function jsonValue(received: Received, path: string): string | null {
  let value: unknown
  try {
    value = JSON.parse(bytesOf(received.requestBody).toString('utf8'))
  } catch {
    return null
  }
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = Reflect.get(value, name)
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function valueOf(received: Received, source: string): string | null {
  const [kind = '', ...rest] = source.split('.')
  const name = rest.join('.')
  const [path = '', ...query] = restOf(received.url).split('?')
  switch (kind) {
    case 'method':
      return received.httpMethod
    case 'path':
      return path === '' ? '/' : path
    case 'query':
      return query.join('?')
    case 'body':
      return bytesOf(received.requestBody).toString('utf8')
    case 'header':
      return headerValue(received, name)
    default:
      return jsonValue(received, name)
  }
}

/** Reads `--filter`; a request passes where it passes every one. */
export function readFilters(texts: readonly string[]): Passes {
  const tests = texts.map((text): Passes => {
    const [, source = '', sign, compared = ''] = form.exec(text) ?? []
    if (sign === undefined) {
      throw new UserError(
        `${text} is no filter. Write one such as method=POST, header.x-event=push, json.type!=test or path~=/orders.`,
      )
    }
    return (received) => {
      const value = valueOf(received, source)
      if (sign === '!=') return value !== compared
      return sign === '=' ? value === compared : (value?.includes(compared) ?? false)
    }
  })
  return (received) => tests.every((passes) => passes(received))
}
