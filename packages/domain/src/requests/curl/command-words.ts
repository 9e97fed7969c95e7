/** One word of a command line. A bare word had no quotes or escapes, so it may be an operator of the shell. */
export interface CommandWord {
  text: string
  isBare: boolean
}

/** A place in a text; the readers move it on. */
interface Scan {
  text: string
  at: number
}

const isSpace = (char: string) => char === ' ' || char === '\t' || char === '\n'

/** A backslash, and PowerShell's backtick, before a line's end continue the line. */
const isContinuation = (text: string, at: number) => (text[at] === '\\' || text[at] === '`') && text[at + 1] === '\n'

/** Moves to the next word; false where there is none. */
function skipGaps(scan: Scan): boolean {
  while (scan.at < scan.text.length) {
    if (isContinuation(scan.text, scan.at)) scan.at += 2
    else if (isSpace(scan.text.charAt(scan.at))) scan.at += 1
    else return true
  }
  return false
}

function readWords(text: string, readWord: (scan: Scan) => CommandWord): CommandWord[] {
  const words: CommandWord[] = []
  const scan: Scan = { text, at: 0 }
  while (skipGaps(scan)) words.push(readWord(scan))
  return words
}

/** The words of a command line as a POSIX shell reads it, with the $'…' of bash. */
const readShellWords = (text: string) => readWords(text, readShellWord)

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

/** The words of a command line as cmd.exe, and then the program behind it, read it. */
const readWindowsWords = (text: string) => readWords(uncaret(text), readWindowsWord)

/** What cmd.exe hands on: carets are taken off where it is not within its own quotes. */
function uncaret(text: string): string {
  let value = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '"') isQuoted = !isQuoted
    if (char !== '^' || isQuoted) {
      value += char
      continue
    }
    at += 1
    const escaped = text.charAt(at)
    // A caret and a line's end continue the line; the end of an empty line behind them is a line break.
    if (escaped !== '\n') value += escaped
  }
  return value
}

/** By the rules of Microsoft's C runtime: backslashes are themselves unless a quote follows them. */
function readWindowsWord(scan: Scan): CommandWord {
  const { text } = scan
  const word: CommandWord = { text: '', isBare: true }
  let isQuoted = false
  while (scan.at < text.length && (isQuoted || !isSpace(text.charAt(scan.at)))) {
    const backslashes = countBackslashes(scan)
    scan.at += backslashes
    if (text[scan.at] !== '"') {
      word.text += '\\'.repeat(backslashes) || text.charAt(scan.at++)
      continue
    }
    word.isBare = false
    word.text += '\\'.repeat(Math.floor(backslashes / 2))
    const isDoubled = isQuoted && text[scan.at + 1] === '"'
    if (backslashes % 2 === 1 || isDoubled) word.text += '"'
    else isQuoted = !isQuoted
    scan.at += backslashes % 2 === 0 && isDoubled ? 2 : 1
  }
  return word
}

function countBackslashes({ text, at }: Scan): number {
  let end = at
  while (text[end] === '\\') end += 1
  return end - at
}

/** Splits a command line into its words, as a POSIX shell or, where carets continue its lines, as Windows does. */
export function tokenizeCommand(command: string): CommandWord[] {
  const text = command.replaceAll('\r\n', '\n')
  return isWindowsCommand(text) ? readWindowsWords(text) : readShellWords(text)
}

const isWindowsCommand = (text: string) => /\^\n|\^"/.test(text)
