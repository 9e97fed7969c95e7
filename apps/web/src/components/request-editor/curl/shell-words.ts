import { isContinuation, isSpace, readWords, type CommandWord, type Scan } from './scan.ts'

/** The words of a command line as a POSIX shell reads it, with the $'…' of bash. */
export const readShellWords = (text: string) => readWords(text, readShellWord)

function readShellWord(scan: Scan): CommandWord {
  const word: CommandWord = { text: '', isBare: true }
  while (scan.at < scan.text.length && !isSpace(scan.text.charAt(scan.at))) {
    if (isContinuation(scan.text, scan.at)) {
      scan.at += 2
      continue
    }
    const char = scan.text.charAt(scan.at)
    if (`'"\\`.includes(char) || scan.text.startsWith("$'", scan.at)) word.isBare = false
    word.text += readPart(scan)
  }
  return word
}

function readPart(scan: Scan): string {
  const { text, at } = scan
  if (text.startsWith("$'", at)) return readAnsiQuoted(scan)
  if (text[at] === "'") return readUntil(scan, "'", at + 1)
  if (text[at] === '"') return readDoubleQuoted(scan)
  scan.at += text[at] === '\\' ? 2 : 1
  return text.charAt(scan.at - 1)
}

function readUntil(scan: Scan, end: string, from: number): string {
  const found = scan.text.indexOf(end, from)
  const stop = found === -1 ? scan.text.length : found
  scan.at = stop + 1
  return scan.text.slice(from, stop)
}

/** Within double quotes a backslash escapes only what would be special there. */
function readDoubleQuoted(scan: Scan): string {
  let value = ''
  let at = scan.at + 1
  for (; at < scan.text.length && scan.text[at] !== '"'; at += 1) {
    const next = scan.text.charAt(at + 1)
    if (scan.text[at] !== '\\' || !'"\\$`\n'.includes(next)) value += scan.text.charAt(at)
    else {
      if (next !== '\n') value += next
      at += 1
    }
  }
  scan.at = at + 1
  return value
}

const ansiEscapes: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  e: '\u001B',
}

/** $'…', which browsers write for a body with quotes or line breaks. */
function readAnsiQuoted(scan: Scan): string {
  let value = ''
  let at = scan.at + 2
  while (at < scan.text.length && scan.text[at] !== "'") {
    const escape = scan.text[at] === '\\' ? readAnsiEscape(scan.text.slice(at + 1, at + 10)) : null
    value += escape?.text ?? scan.text.charAt(at)
    at += 1 + (escape?.length ?? 0)
  }
  scan.at = at + 1
  return value
}

function readAnsiEscape(rest: string): { text: string; length: number } {
  const code = /^(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/.exec(rest)
  const hex = code?.[1] ?? code?.[2] ?? code?.[3]
  const point = hex === undefined ? Number.NaN : Number.parseInt(hex, 16)
  if (code !== null && point <= 0x10_ff_ff) return { text: String.fromCodePoint(point), length: code[0].length }
  const char = rest.charAt(0)
  return { text: ansiEscapes[char] ?? char, length: 1 }
}
