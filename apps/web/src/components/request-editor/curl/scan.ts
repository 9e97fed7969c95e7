/** One word of a command line. A bare word had no quotes or escapes, so it may be an operator of the shell. */
export interface CommandWord {
  text: string
  isBare: boolean
}

/** A place in a text; the readers move it on. */
export interface Scan {
  text: string
  at: number
}

export const isSpace = (char: string) => char === ' ' || char === '\t' || char === '\n'

/** A backslash, and PowerShell's backtick, before a line's end continue the line. */
export const isContinuation = (text: string, at: number) =>
  (text[at] === '\\' || text[at] === '`') && text[at + 1] === '\n'

/** Moves to the next word; false where there is none. */
function skipGaps(scan: Scan): boolean {
  while (scan.at < scan.text.length) {
    if (isContinuation(scan.text, scan.at)) scan.at += 2
    else if (isSpace(scan.text.charAt(scan.at))) scan.at += 1
    else return true
  }
  return false
}

export function readWords(text: string, readWord: (scan: Scan) => CommandWord): CommandWord[] {
  const words: CommandWord[] = []
  const scan: Scan = { text, at: 0 }
  while (skipGaps(scan)) words.push(readWord(scan))
  return words
}
