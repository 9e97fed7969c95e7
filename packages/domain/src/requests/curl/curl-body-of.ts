import type { HttpBody } from '../../bodies/http-body.ts'
import { latin1Of, shellWord } from './words/shell-word.ts'

/** Linux takes 128 KB in one argument of a program; what a pipe carries is bounded by nothing. */
const longestArgument = 100_000

/** A body as a command carries it: what runs before curl, and the option that takes it. */
interface BodyOption {
  pipe: string
  option: string
}

type CopiedBody = Pick<HttpBody, 'encoding' | 'content' | 'base64'>

/** The very bytes of a body. */
export function bodyBytes({ encoding, content, base64 }: CopiedBody): Uint8Array {
  const exact = encoding === 'base64' ? content : base64
  if (exact === undefined) return new TextEncoder().encode(content)
  return Uint8Array.from(atob(exact), (char) => char.charCodeAt(0))
}

/** A text is written out where it can be; other bytes go through a pipe. */
export function bodyOption(bytes: Uint8Array): BodyOption {
  if (bytes.length === 0) return { pipe: '', option: `--data ''` }
  const word = isText(bytes) ? shellWord(bytes) : null
  // Where most would stand as escapes, nobody could read it, and base64 is shorter.
  if (word !== null && word.length <= bytes.length * 2 + 8) return { pipe: '', option: `--data-raw ${word}` }
  return { pipe: `printf %s '${btoa(latin1Of(bytes))}' | base64 --decode | `, option: '--data-binary @-' }
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.length > longestArgument || bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
