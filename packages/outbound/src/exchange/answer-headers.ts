import { headerTextOf } from '@knockwire/domain/headers/header-text'
import type { Dispatcher } from 'undici'
import type { HeaderPairs } from '../request.ts'
import { notHttp } from './rejected-answer.ts'

/** In the order and case in which they came. */
export interface AnswerHeaders {
  /** A character for each byte: what is sent back to a target (its cookies, its Location) is these bytes. */
  bytes: HeaderPairs
  text: HeaderPairs
}

export const noHeaders: AnswerHeaders = { bytes: [], text: [] }

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for.
const control = /[\0-\x08\x0a-\x1f\x7f]/
const beyondAscii = /[\x80-\xff]/

/** The parser lets control characters pass, since it is to let lines pass that go on in the next one. */
const rejectControl = (name: string, value: string) => {
  const character = control.exec(value)?.[0]
  if (character === undefined) return
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  throw notHttp(`has a control character (U+${code}) in the value of its header ${name}.`)
}

const isBlank = (code: number) => code === 0x20 || code === 0x09

/** Blanks around a value are no part of it (RFC 9110 section 5.5); the parser leaves those behind it. */
const withoutBlanksBehind = (value: string) => {
  let end = value.length
  while (end > 0 && isBlank(value.charCodeAt(end - 1))) end -= 1
  return value.slice(0, end)
}

const bytesOf = (bytes: Buffer | string | undefined) =>
  typeof bytes === 'string' ? bytes : (bytes?.toString('latin1') ?? '')

/** Names and values by turns, as the parser saw them. Throws for a value that no header may have. */
export const readAnswerHeaders = (raw: Dispatcher.DispatchController['rawHeaders']): AnswerHeaders => {
  if (!Array.isArray(raw)) return noHeaders
  const bytes: [string, string][] = []
  let isAscii = true
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = bytesOf(raw[index])
    const value = withoutBlanksBehind(bytesOf(raw[index + 1]))
    rejectControl(name, value)
    if (isAscii) isAscii = !beyondAscii.test(value)
    bytes.push([name, value])
  }
  return { bytes, text: isAscii ? bytes : bytes.map(([name, value]) => [name, headerTextOf(value)] as const) }
}
