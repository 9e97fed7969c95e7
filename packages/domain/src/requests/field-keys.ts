import type { FieldKeyOf } from '../errors.ts'

/** The specification's keys for what stands below `request.target` in a body. */
const keys: Record<string, string> = {
  uri: 'requestUrl',
  headers: 'requestHeaders',
  body: 'requestBody',
  'basicAuth.username': 'requestBasicAuthUsername',
  'basicAuth.password': 'requestBasicAuthPassword',
}

export const requestFieldKeyOf: FieldKeyOf = ([first, second, ...path]) => {
  if (first !== 'request' || second !== 'target') return undefined
  return path[0] === 'basicAuth' ? keys[path.join('.')] : keys[path[0] ?? '']
}
