import type { Readable, Writable } from 'node:stream'
import { UserError } from '../cli.ts'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue'

const codes: Readonly<Record<Style, string>> = { bold: '1', dim: '2', red: '31', green: '32', yellow: '33', blue: '34' }

export interface Terminal {
  /** Whether somebody sits before it. */
  isInteractive: boolean
  style: (style: Style, text: string) => string
  /** A line of the result, for a program to read as well. */
  print: (line: string) => void
  /** A line about what is going on. */
  note: (line: string) => void
  /** What is replaced by the next; on a terminal alone. */
  progress: (line: string) => void
  ask: (question: string) => Promise<string>
  askHidden: (question: string) => Promise<string>
  /** All that is piped in. */
  readInput: () => Promise<string>
  input: NodeJS.ReadStream
}

interface Streams {
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
}

const clearLine = '\r\u001b[2K'

/** What others wrote is shown without what a terminal would obey. */
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
export const shown = (text: string): string => text.replace(controls, '�')

export function openTerminal({ stdin, stdout, stderr }: Streams, isPlain: boolean): Terminal {
  const hasColors = !isPlain && stdout.isTTY
  let hasProgress = false
  const clear = () => {
    if (hasProgress) stderr.write(clearLine)
    hasProgress = false
  }
  const line = (stream: Writable) => (text: string) => {
    clear()
    stream.write(`${text}\n`)
  }
  return {
    isInteractive: stdin.isTTY && stderr.isTTY,
    style: (style, text) => (hasColors ? `\u001b[${codes[style]}m${text}\u001b[0m` : text),
    print: line(stdout),
    note: line(stderr),
    progress: (text) => {
      if (!stderr.isTTY) return
      stderr.write(`${clearLine}${text.slice(0, Math.max(20, stderr.columns - 1))}`)
      hasProgress = true
    },
    ask: (question) => askOn(stdin, stderr, question),
    askHidden: (question) => askHidden(stdin, stderr, question),
    readInput: () => readAll(stdin),
    input: stdin,
  }
}

async function askOn(input: Readable, output: Writable, question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const reader = createInterface({ input, output })
  try {
    return (await reader.question(question)).trim()
  } finally {
    reader.close()
  }
}

/** What is typed is not shown. */
async function askHidden(input: NodeJS.ReadStream, output: Writable, question: string): Promise<string> {
  if (!input.isTTY) throw new UserError('There is no terminal to ask on.')
  output.write(question)
  input.setRawMode(true)
  input.resume()
  let typed = ''
  try {
    for await (const chunk of input.iterator({ destroyOnReturn: false })) {
      for (const character of String(chunk)) {
        if (character === '\r' || character === '\n') return typed
        if (character === '\u0003') throw new UserError('Stopped.', 130)
        typed = character === '\u007f' ? typed.slice(0, -1) : typed + character
      }
    }
    return typed
  } finally {
    input.setRawMode(false)
    input.pause()
    output.write('\n')
  }
}

async function readAll(input: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of input) chunks.push(Buffer.from(chunk as Buffer))
  return Buffer.concat(chunks).toString('utf8')
}
