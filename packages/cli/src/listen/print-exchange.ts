import { shown, type Terminal } from '../terminal/terminal.ts'
import { bytesOf, type Forwarded, type Received } from './forward.ts'

const mostShown = 16 * 1024

const text = (bytes: Buffer): string => {
  if (bytes.length === 0) return ''
  const start = bytes.subarray(0, mostShown)
  const isText = !start.includes(0)
  const beginning = isText ? shown(start.toString('utf8')) : `(${bytes.length} bytes)`
  return isText && bytes.length > mostShown ? `${beginning}… (${bytes.length} bytes)` : beginning
}

const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []))

/** Headers and bodies of a request and its answer. */
export function printExchange({ print, style }: Terminal, received: Received, outcome: Forwarded): void {
  for (const [name, value] of received.requestHeaders) print(`  ${style('dim', `> ${shown(name)}:`)} ${shown(value)}`)
  const body = text(bytesOf(received.requestBody))
  if (body !== '') print(body)
  if (outcome.kind !== 'answered') return
  for (const [name, value] of pairs(outcome.headers)) print(`  ${style('dim', `< ${shown(name)}:`)} ${shown(value)}`)
  const answer = text(outcome.body)
  if (answer !== '') print(answer)
}
