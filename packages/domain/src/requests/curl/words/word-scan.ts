/** One word of a command line. A bare word had no quotes or escapes, so it may be an operator of the shell. */
export interface CommandWord {
  /** One character a byte, since escapes say bytes. */
  bytes: string
  isBare: boolean
  /** Whether a line break stands before it that does not continue the line. */
  beginsLine: boolean
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

/** How a shell reads a word, and where a comment ends that begins here. */
interface Shell {
  readWord: (scan: Scan) => Pick<CommandWord, 'bytes' | 'isBare'>
  hasComments: boolean
}

export function readWords(text: string, { readWord, hasComments }: Shell): CommandWord[] {
  const words: CommandWord[] = []
  const scan: Scan = { text, at: 0 }
  let beginsLine = false
  while (scan.at < text.length) {
    const char = text.charAt(scan.at)
    if (isContinuation(text, scan.at)) scan.at += 2
    else if (isSpace(char)) {
      beginsLine ||= char === '\n'
      scan.at += 1
    } else if (hasComments && char === '#') scan.at = endOfLine(scan)
    else {
      words.push({ ...readWord(scan), beginsLine })
      beginsLine = false
    }
  }
  return words
}

function endOfLine({ text, at }: Scan): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}
