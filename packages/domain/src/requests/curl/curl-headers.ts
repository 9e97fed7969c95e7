import type { HeaderList } from '../../headers/header-list.ts'
import { hasHeader } from '../../headers/read-headers.ts'
import { connectionHeaders } from '../../headers/connection-headers.ts'
import { fieldText } from './words/byte-text.ts'
import type { CurlArgument } from './curl-arguments.ts'
import { readsFile } from './curl-data.ts'

const isReserved = (name: string): boolean => connectionHeaders.has(name.trim().toLowerCase())

/** Headers that the command names, even such as it takes away: curl adds none of its own for them. */
export const namedHeaders = (args: readonly CurlArgument[]): HeaderList =>
  written(args).flatMap((line) => {
    const name = /^[^:;]+/.exec(line)?.[0].trim()
    return name === undefined || name === '' ? [] : [[name, '']]
  })

/** Whether the option is a header that calls set themselves. */
export const isOfTheConnection = ({ name, value }: CurlArgument): boolean =>
  name === '--header' && isReserved(/^[^:;]*/.exec(value)?.[0] ?? '')

/** The headers that curl sends, in its order, but for the User-Agent and Accept that are its own. */
export function curlHeaders(args: readonly CurlArgument[], hasBody: boolean): HeaderList {
  const named = namedHeaders(args)
  const added = [...optionHeaders(args), ...dataHeaders(args, hasBody)].filter(({ pair }) => !hasHeader(named, pair[0]))
  const given = written(args)
    .flatMap(headerPair)
    .filter(([name]) => !isReserved(name))
  return [
    ...added.filter(({ isBefore }) => isBefore).map(({ pair }) => pair),
    ...given,
    ...added.filter(({ isBefore }) => !isBefore).map(({ pair }) => pair),
  ]
}

interface AddedHeader {
  pair: HeaderList[number]
  isBefore: boolean
}

const before = (name: string, value: string): AddedHeader => ({ pair: [name, fieldText(value)], isBefore: true })
const behind = (name: string, value: string): AddedHeader => ({ pair: [name, value], isBefore: false })

function optionHeaders(args: readonly CurlArgument[]): AddedHeader[] {
  const last = (name: string) => args.findLast((arg) => arg.name === name)?.value ?? ''
  const bearer = last('--oauth2-bearer')
  const userAgent = last('--user-agent')
  // `;auto` has curl name the URL that redirected it.
  const referer = last('--referer').split(';auto', 1)[0] ?? ''
  const cookies = args.filter((arg) => arg.name === '--cookie' && !readsFile(arg)).map(({ value }) => value)
  return [
    ...(bearer === '' ? [] : [before('Authorization', `Bearer ${bearer}`)]),
    ...(userAgent === '' ? [] : [before('User-Agent', userAgent)]),
    ...(referer === '' ? [] : [before('Referer', referer)]),
    ...(cookies.length === 0 ? [] : [before('Cookie', cookies.join(';'))]),
  ]
}

function dataHeaders(args: readonly CurlArgument[], hasBody: boolean): AddedHeader[] {
  // Even where the data become a query.
  if (args.some(({ name }) => name === '--json')) {
    return [behind('Content-Type', 'application/json'), behind('Accept', 'application/json')]
  }
  return !hasBody ? [] : [behind('Content-Type', 'application/x-www-form-urlencoded')]
}

const written = (args: readonly CurlArgument[]): string[] =>
  args.filter((arg) => arg.name === '--header' && !readsFile(arg)).map(({ value }) => fieldText(value))

/** `Name: value`; `Name;` is a header without a value, and `Name:` takes one of curl's own away. */
function headerPair(line: string): HeaderList {
  const empty = /^([^:;]+);$/.exec(line)
  if (empty?.[1] !== undefined) return [[empty[1].trim(), '']]
  const at = line.indexOf(':')
  const value = line.slice(at + 1).trim()
  return at > 0 && value !== '' ? [[line.slice(0, at).trim(), value]] : []
}
