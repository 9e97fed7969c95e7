import type { ReactNode } from 'react'
import classes from '../inspect.module.css'

// Control characters, what turns the direction of text, what has no width, and halves of surrogate pairs.
const unseen =
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}\\p{Cs}]'

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * A search's pattern that matches literally, whatever the case. Expressions with the `u` flag allow a backslash before syntax
 * characters only: `\\-` would be an error.
 */
export const patternOf = (query: string): string => query.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)

interface ExactTextProps {
  text: string
  /** Is highlighted wherever it stands. */
  query?: string
}

/** Text as it is: characters that would be invisible, or would reorder what stands beside them, stand as their codes. */
export function ExactText({ text, query = '' }: ExactTextProps) {
  const pattern = new RegExp(query === '' ? `(${unseen})` : `(${unseen})|(${patternOf(query)})`, 'giu')
  const parts: ReactNode[] = []
  let at = 0
  for (const found of text.matchAll(pattern)) {
    if (found.index > at) parts.push(text.slice(at, found.index))
    parts.push(
      found[1] === undefined ? (
        <mark key={found.index}>{found[0]}</mark>
      ) : (
        <span key={found.index} className={classes.code} title="Invisible character">
          {codeOf(found[0])}
        </span>
      ),
    )
    at = found.index + found[0].length
  }
  parts.push(text.slice(at))
  return <bdi>{parts}</bdi>
}
