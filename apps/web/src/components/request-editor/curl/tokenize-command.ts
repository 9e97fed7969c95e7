import type { CommandWord } from './scan.ts'
import { readShellWords } from './shell-words.ts'
import { readWindowsWords } from './windows-words.ts'

/** Splits a command line into its words, as a POSIX shell or, where carets continue its lines, as Windows does. */
export function tokenizeCommand(command: string): CommandWord[] {
  const text = command.replaceAll('\r\n', '\n')
  return isWindowsCommand(text) ? readWindowsWords(text) : readShellWords(text)
}

const isWindowsCommand = (text: string) => /\^\n|\^"/.test(text)
