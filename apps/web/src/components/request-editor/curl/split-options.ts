import { curlOption } from './curl-options.ts'
import type { CommandWord } from './scan.ts'

/** One thing that the command says: an option with its value, or a URL (name ''). */
export interface CurlArgument {
  name: string
  value: string
}

/** Reads the words after `curl` as curl does: `-sSL`, `-XPOST`, `--name value` and `--name=value`. */
export function splitOptions(words: readonly CommandWord[]): CurlArgument[] {
  const found: CurlArgument[] = []
  const rest = ownWords(words)
  let word: string | undefined
  while ((word = rest.shift()) !== undefined) {
    if (word.startsWith('--')) found.push(longOption(word, rest))
    else if (/^-./.test(word)) found.push(...shortOptions(word, rest))
    else if (word.trim() !== '') found.push({ name: '', value: word })
  }
  return found
}

/** The words up to where the shell would pipe, redirect or begin another command. */
function ownWords(words: readonly CommandWord[]): string[] {
  const end = words.findIndex(({ text, isBare }) => isBare && /^(?:\|.*|&&?|;|\d?>.*|<.*)$/.test(text))
  return words.slice(0, end === -1 ? words.length : end).map(({ text }) => text)
}

function longOption(word: string, rest: string[]): CurlArgument {
  const [written = word, ...given] = word.split('=')
  const { name, takesValue } = curlOption(written)
  if (!takesValue) return { name, value: '' }
  return { name, value: given.length > 0 ? given.join('=') : (rest.shift() ?? '') }
}

/** Several letters may share one dash; the first that takes a value takes the rest of the word, or the next word. */
function shortOptions(word: string, rest: string[]): CurlArgument[] {
  const found: CurlArgument[] = []
  for (let at = 1; at < word.length; at += 1) {
    const { name, takesValue } = curlOption(`-${word.charAt(at)}`)
    if (!takesValue) found.push({ name, value: '' })
    else return [...found, { name, value: word.slice(at + 1) || (rest.shift() ?? '') }]
  }
  return found
}
