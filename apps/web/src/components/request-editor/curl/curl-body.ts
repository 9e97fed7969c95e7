import type { CurlArgument } from './split-options.ts'

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

export const isData = ({ name }: CurlArgument) => /^--(?:data|data-raw|data-binary|data-urlencode|json)$/.test(name)

/** All but --data-raw read a file for a value that begins with @. */
export function readsFile({ name, value }: CurlArgument): boolean {
  if (name === '--upload-file') return true
  if (name === '--data-urlencode') return /^[^=]*@/.test(value)
  if (name === '--cookie') return !value.includes('=')
  return /^--(?:data|data-binary|json|header)$/.test(name) && value.startsWith('@')
}

function dataOf({ name, value }: CurlArgument): string {
  if (name !== '--data-urlencode') return value
  const at = value.indexOf('=')
  const field = at > 0 ? `${value.slice(0, at)}=` : ''
  return field + encodeURIComponent(value.slice(at + 1))
}
