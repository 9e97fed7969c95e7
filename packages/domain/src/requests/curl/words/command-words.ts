import { readAnsiQuoted } from './ansi-quoted.ts'
import { toBytes } from './byte-text.ts'
import { readWindowsWords } from './windows-words.ts'
import { type CommandWord, isContinuation, isSpace, readWords, type Scan } from './word-scan.ts'

/** The words of a command line as a POSIX shell reads it, with the $'…' of bash. */
const readShellWords = (text: string) => readWords(text, { readWord: readShellWord, hasComments: true })

/** Other operators stand in URLs that somebody forgot to quote, and are taken for a part of them. */
const endsWord = (char: string) => isSpace(char) || char === '|'

/** A pipe, a redirection or what parts two commands. A name that follows it may be quoted. */
const operator = /\d?>{1,2}|<{1,3}|\|{1,2}|&{1,2}|;/y

function readShellWord(scan: Scan) {
  operator.lastIndex = scan.at
  const [found] = operator.exec(scan.text) ?? []
  if (found !== undefined) {
    scan.at += found.length
    return { bytes: found, isBare: true }
  }
  const word = { bytes: '', isBare: true }
  while (scan.at < scan.text.length && !endsWord(scan.text.charAt(scan.at))) {
    if (isContinuation(scan.text, scan.at)) {
      scan.at += 2
      continue
    }
    const char = scan.text.charAt(scan.at)
    if (`'"\\`.includes(char) || /^\$['"]/.test(scan.text.slice(scan.at, scan.at + 2))) word.isBare = false
    word.bytes += readPart(scan)
  }
  return word
}

function readPart(scan: Scan): string {
  const { text, at } = scan
  if (text.startsWith("$'", at)) return readAnsiQuoted(scan)
  // Bash translates such words, for which it has nothing here.
  if (text.startsWith('$"', at)) scan.at += 1
  if (text[scan.at] === '"') return readDoubleQuoted(scan)
  if (text[at] === "'") return readUntil(scan, "'", at + 1)
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

/** Splits a command line into its words, as a POSIX shell or, where carets continue its lines, as Windows does. */
export function tokenizeCommand(command: string): CommandWord[] {
  const text = toBytes(command.replaceAll('\r\n', '\n'))
  return isWindowsCommand(text) ? readWindowsWords(text) : readShellWords(text)
}

const isWindowsCommand = (text: string) => /\^\n|\^"/.test(text)
