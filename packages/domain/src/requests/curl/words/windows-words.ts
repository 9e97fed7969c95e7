import { type CommandWord, isSpace, readWords, type Scan } from './word-scan.ts'

/** The words of a command line as cmd.exe, and then the program behind it, read it. */
export const readWindowsWords = (text: string): CommandWord[] =>
  readWords(uncaret(text), { readWord: readWindowsWord, hasComments: false })

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
function readWindowsWord(scan: Scan) {
  const { text } = scan
  const word = { bytes: '', isBare: true }
  let isQuoted = false
  while (scan.at < text.length && (isQuoted || !isSpace(text.charAt(scan.at)))) {
    const backslashes = countBackslashes(scan)
    scan.at += backslashes
    if (text[scan.at] !== '"') {
      word.bytes += '\\'.repeat(backslashes) || text.charAt(scan.at++)
      continue
    }
    word.isBare = false
    word.bytes += '\\'.repeat(Math.floor(backslashes / 2))
    const isDoubled = isQuoted && text[scan.at + 1] === '"'
    if (backslashes % 2 === 1 || isDoubled) word.bytes += '"'
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
